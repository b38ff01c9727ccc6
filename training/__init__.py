"""Training of the weights that the package ships; the package does not contain it."""
