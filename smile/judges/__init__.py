"""Language models as judges: L3Score and the rubric judge.

Rows in, verdicts out; no answer is paid for twice.
"""
