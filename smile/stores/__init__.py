"""The store of embeddings on disk, and the choice of a setting's encoder."""
