"""What the setting `learned` adds: features of a row, the equivalence head, and the joint model of both.

The weights are in `weights/`.
"""
