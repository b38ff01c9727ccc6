"""Files on disk: the cache folder, locks, hashes, and files written whole or not at all.

Nothing here knows what the files hold.
"""
