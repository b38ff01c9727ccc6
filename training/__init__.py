"""Trains what the package ships; nothing here is part of it."""
