"""What the setting `learned` adds: features of a row, the equivalence head and the model that joins them.

The weights are in `weights/`.
"""
