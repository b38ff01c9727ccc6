"""The examples that the reader learns from, by source."""
