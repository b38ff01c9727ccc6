"""The cascade: SMILE decides where it is certain; a judge decides the most doubtful rows, up to a share or budget."""
