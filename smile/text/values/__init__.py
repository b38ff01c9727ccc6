"""Values: what a reference is, and whether an answer holds it in another form or commits to another one.

English only. One module for each kind of value; `rules` asks them in order.
"""
