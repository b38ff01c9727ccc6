"""SMILE where it is sure, a judge where it is not: doubt, a budget, a guarantee.

A row goes to the judge by its doubt; the guarantee says which rows need none.
"""
