"""Wordings for take-backs, reasoning and other people's guesses, beside those of `parts`."""

# fmt: off
MORE_PARTS: dict[str, tuple[str, ...]] = {
    # What takes an answer back from any distance.
    "annul": (
        "actually no, I take my answer back", "my answer above was wrong",
        "on second thoughts my answer can't be right", "please strike my answer", "consider the answer cancelled",
        "that answer was a slip, it is wrong", "having checked, I must withdraw my answer",
        "my answer is not right after all", "no, what I gave as the answer is false", "let that answer be void",
        "I no longer stand behind that answer", "please don't use the answer I gave, it is wrong",
        "having slept on it, I see that my answer was wrong", "I hereby retract my answer", "undo my answer",
        "scrap my answer, it was wrong", "sorry, the answer I gave is incorrect",
        "I regret to say that my answer was an error", "I now think that my answer was mistaken",
        "drop what I answered",
    ),
    # What leads to a new answer.
    "restate": (
        "make that", "what I meant is", "the right answer is", "I now say", "better put", "my new answer is",
        "it should have been", "change it to", "what is right is", "let it read", "I meant to say",
        "the corrected answer is", "please write down", "it ought to say", "take",
    ),
    # What keeps an answer.
    "keep_it": (
        "I do not take that back", "I stand by my answer", "no, I won't withdraw my answer",
        "I checked my answer and it was not wrong", "my answer holds", "nothing I read since has changed my answer",
        "on second thoughts, yes, my answer is right", "I was asked to take my answer back and said no",
        "this answer was not a slip", "the answer remains", "having slept on it, I see no error in my answer",
        "please don't strike my answer, it is right", "I looked for a mistake in my answer and found none",
        "I would give the same answer again", "it stays as it is",
    ),
    # Steps of reasoning that decide nothing.
    "reasoning": (
        "let us go through the facts one by one", "the question asks for one thing only",
        "first we recall what is known", "we are told little, but it is enough to start", "look at the wording",
        "several things have to be considered", "we compare the dates and the places",
        "not every source is reliable here", "the wording of the question matters", "begin with the premises",
        "there is more than one way to look at this", "we have to be careful not to rush", "I start from what I know",
    ),
    "therefore": (
        "therefore it <be>", "hence", "thus", "so in the end it <be>", "ergo", "it follows that it <be>",
        "we conclude that it <be>", "from this we get", "which leaves us with", "this yields",
    ),
    # What is said to somebody else's guess.
    "agree": (
        "I agree", "you are right", "that's what I would say too", "I think so too", "I second that",
        "I have nothing to object", "you hit it", "that is correct", "I'm with you on that", "quite so",
    ),
    "disagree": (
        "I disagree", "you are wrong", "that's not what I would say", "I think not", "I beg to differ",
        "I have to object", "you missed it", "that is not correct", "I'm not with you on that", "not so",
    ),
    "no_stand": (
        "I take no side in this", "I can't say if you are right or wrong", "whether that is right I leave open",
        "I neither agree nor disagree", "no comment from me", "I have not formed an opinion on that",
        "you may be right, you may be wrong", "I wouldn't know if that is right",
        "I have heard it, but I can't judge it", "I abstain",
    ),
}
# fmt: on
