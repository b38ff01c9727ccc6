"""Files on disk: the cache folder, locks, hashes, and atomic writes."""
