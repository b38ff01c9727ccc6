"""Values: whether an answer has the value of a reference in another form, or commits to another value.

English only. `rule_order` asks the rules in order; most kinds of values have a module.
"""
