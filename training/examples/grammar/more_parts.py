"""Wordings for take-backs, errors, reasoning and other people's guesses, beside those of `parts`."""

# fmt: off
MORE_PARTS: dict[str, tuple[str, ...]] = {
    # What takes an answer back from any distance.
    "annul": (
        "actually no, I take my answer back", "my answer above was wrong",
        "on second thoughts my answer can't be right", "please strike my answer", "that answer was a slip, it is wrong",
        "having checked, I must withdraw my answer", "my answer is not right after all",
        "no, what I gave as the answer is false", "I no longer stand behind that answer",
        "please don't use the answer I gave, it is wrong", "having slept on it, I see that my answer was wrong",
        "I hereby retract my answer", "scrap my answer, it was wrong", "sorry, the answer I gave is incorrect",
        "I regret to say that my answer was an error", "I now think that my answer was mistaken",
    ),
    # What leads to a new answer.
    "restate": (
        "make that", "what I meant is", "the right answer is", "I now say", "my new answer is", "it should have been",
        "change it to", "what is right is", "I meant to say", "the corrected answer is", "please write down",
        "it ought to say",
    ),
    # What keeps an answer.
    "keep_it": (
        "I do not take that back", "I stand by my answer", "no, I won't withdraw my answer",
        "I checked my answer and it was not wrong", "nothing I read since has changed my answer",
        "on second thoughts, yes, my answer is right", "I was asked to take my answer back and said no",
        "this answer was not a slip", "having slept on it, I see no error in my answer",
        "please don't strike my answer, it is right", "I looked for a mistake in my answer and found none",
        "I would give the same answer again",
    ),
    # Steps of reasoning that decide nothing.
    "reasoning": (
        "let us go through the facts one by one", "the question asks for one thing only",
        "first we recall what is known", "we are told little, but it is enough to start",
        "several things have to be considered", "we compare the dates and the places",
        "not every source is reliable here", "the wording of the question matters",
        "there is more than one way to look at this", "we have to be careful not to rush", "I start from what I know",
    ),
    "therefore": (
        "therefore it <be>", "hence", "thus", "so in the end it <be>", "it follows that it <be>",
        "we conclude that it <be>", "from this we get", "which leaves us with",
    ),
    # What is said to somebody else's guess.
    "agree": (
        "I agree", "you are right", "that's what I would say too", "I think so too", "I have nothing to object",
        "you hit it", "that is correct", "I'm with you on that",
    ),
    "disagree": (
        "I disagree", "you are wrong", "that's not what I would say", "I think not", "I have to object",
        "you missed it", "that is not correct", "I'm not with you on that",
    ),
    "no_stand": (
        "I take no side in this", "I can't say if you are right or wrong", "whether that is right I leave open",
        "I neither agree nor disagree", "I have not formed an opinion on that", "you may be right, you may be wrong",
        "I wouldn't know if that is right", "I have heard it, but I can't judge it",
    ),
    # What went wrong with an answer, by what the question asks for, and whatever it asks for.
    "mixup_person": (
        "I had the brother in mind", "I took one name for another", "I was thinking of a namesake",
        "I confused two people of similar names", "I had somebody else in mind", "I mixed up the two cousins",
        "I thought of the person in the film", "I read the name one line too low",
    ),
    "mixup_place": (
        "I had a place of a similar name in mind", "I looked at the wrong page of the atlas", "I mixed up two places",
        "I thought of the place in the film", "I read the map upside down", "I was thinking of somewhere else",
        "I looked at an old map from before the change", "I was a line too low in the list of places",
    ),
    "mixup_time": (
        "I had the date of another event in mind", "I mixed up two dates", "I counted from the wrong event",
        "I gave the date of the film", "I was a line too low in the table", "I was thinking of the time after that",
        "I read the date off the wrong page", "I used the calendar of another year",
    ),
    "mixup_number": (
        "I added up the wrong column", "I misplaced a digit", "I counted some of them twice",
        "I left out a row of the table", "I used figures of another year", "I made an error in the sum",
        "I had the figure for something else in mind", "I skipped a few in counting",
    ),
    "mixup_thing": (
        "I mixed it up with something else", "I had another one in mind", "I was thinking of a different song",
        "I remembered the wrong title", "I looked under the wrong heading", "I thought of its successor",
        "I confused two words that sound alike", "I was thinking of an older version",
    ),
    "slip": (
        "I misread the question", "I misread my notes", "my memory played a trick on me", "my source was out of date",
        "my fingers slipped on the keys", "I was answering another question", "I looked in the wrong row",
        "I copied from the wrong page", "I quoted from memory and got it wrong", "I was looking at the wrong list",
        "I misunderstood what I read", "I had last year's list in front of me",
    ),
    # An error that is none of the answer.
    "aside": (
        "I mixed up the date of something else at first, which does not matter here",
        "I misread a word of the question at first, but that made no difference to the answer",
        "I first looked in the wrong book and then in the right one",
        "my reply to the last question was wrong, this one is not", "the spelling took me three tries, the answer one",
        "I checked if I had mixed something up, and I had not", "I thought of a different answer for a second, wrongly",
        "I went over it again and it is right", "I counted the pages wrong, not this",
        "other parts of my essay were false, this part is true",
        "the title of my source was misquoted, what it says was not",
        "yesterday I got another question wrong, today all is fine",
    ),
    # The flat opposite of an answer, by what the question asks for.
    "undone_person": (
        "he had nothing to do with it", "she is not the one", "it is somebody else", "that is not the person at all",
        "it was another person entirely", "she had no part in it", "that name belongs to another story",
        "it was never him",
    ),
    "undone_place": (
        "it is not there", "that is not the place", "it is somewhere else entirely", "nothing of the kind is there",
        "it was at another place altogether", "you won't find it there", "that place has nothing to do with it",
        "it was never there",
    ),
    "undone_time": (
        "it was not then", "that is not the time", "it was at another time entirely",
        "nothing of the kind took place then", "that time has nothing to do with it", "it did not happen then",
        "at that time nothing happened", "it was never then",
    ),
    "undone_number": (
        "that is not the number", "it does not come to that", "the figure is another one",
        "the true figure is different", "that figure has nothing to do with it", "it was never that many or that much",
        "the count comes out different", "that sum is wrong",
    ),
    "undone_thing": (
        "it is nothing of the sort", "that has nothing to do with it", "it is something else entirely",
        "it never was that", "that is another thing altogether", "that belongs to another topic",
        "that is a different thing", "that is not it",
    ),
    # What an answer is called, by what the question asks for.
    "noun_person": ("name",),
    "noun_place": ("place", "name of the place"),
    "noun_time": ("date", "time"),
    "noun_number": ("number", "figure"),
    "noun_thing": ("answer", "reply"),
}
# fmt: on
