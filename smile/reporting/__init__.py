"""What the command line and the app both say of results: words, numbers as text, figures."""
