"""Parts, constructions and registers of `training.mention_grammar`."""
