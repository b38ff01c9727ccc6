"""Wordings that constructions are built of, by the name that a pattern gives as `<name>`.

`<name?>` leaves the part out half of the time. `{1}` is a mention, `{+1}` one that the answer commits to.
"""

from .more_parts import MORE_PARTS

# fmt: off
PARTS: dict[str, tuple[str, ...]] = {
    # What stands for the answer, as subject and as predicate.
    "it_be": (
        "it <be>", "the answer is", "that <be>", "<subject> <be>", "it <be>", "the right answer is", "<subject> <be>",
        "the correct one is", "it <be>", "the one you want is", "<subject> <be>", "what you are after is",
        "the one asked for is", "what to write down is", "my answer is", "the correct reply is", "what I have is",
        "what you seek is", "the fact is, it <be>", "what counts is",
    ),
    "it_benot": (
        "it <benot>", "the answer <isnt>", "that <benot>", "<subject> <benot>", "it <benot>", "the right answer <isnt>",
        "<subject> <benot>", "the correct one <isnt>", "it certainly <benot>", "the one you want <isnt>",
        "<subject> surely <benot>", "what you are after <isnt>",
    ),
    "isnt": ("is not", "isn't"),
    "answer": (
        "the answer", "the right answer", "<subject>", "what was asked for", "the one", "<subject>",
        "the correct answer", "the one you want", "the one we need", "the right one", "what fits",
        "the one that counts",
    ),
    # Commitments of every strength.
    "think": (
        "I think", "I believe", "I guess", "I suppose", "I'm fairly sure", "my guess is that", "as far as I know,",
        "I'm inclined to say that", "if memory serves,", "I would say", "I reckon", "in my opinion,",
        "from what I recall,", "I have a feeling that", "I'd wager that", "unless I'm mistaken,", "it seems to me that",
        "I imagine", "pretty sure", "as I understand it,",
    ),
    "likely": (
        "probably", "most likely", "presumably", "I think", "almost certainly", "very likely", "apparently",
        "I believe", "quite possibly", "more or less certainly", "as far as I can tell", "roughly speaking",
    ),
    "surely": (
        "clearly", "certainly", "of course", "definitely", "obviously", "indeed", "simply", "undoubtedly",
        "without doubt", "in fact", "naturally", "really",
    ),
    "sure": (
        "no doubt about it,", "there is no question that", "I'm certain that", "everyone knows that",
        "nobody doubts that", "it is well known that", "I have no doubt that", "I can confirm that", "needless to say,",
        "without a doubt,", "I know for a fact that", "the books agree that", "it can't be denied that",
        "sources agree that", "historically,", "officially,",
    ),
    "source": (
        "according to the almanac", "as my teacher told me", "as the textbook has it", "or so the encyclopedia says",
        "as we learned at school", "as far back as I can remember", "going by the records",
        "as mentioned in the article", "as stated in the document", "per the wiki", "judging from the passage",
        "based on what I've read",
    ),
    "assert": (
        "<it_be> {+1}", "{+1}", "{+1} <be> <answer>", "<think> <it_be> {+1}", "it <be> {+1}", "<it_be> <likely> {+1}",
        "it <be> {+1}<cleft>", "<sure> <it_be> {+1}", "I'd go with {+1}", "<it_be> {+1}, <source>", "I would say {+1}",
        "<it_be> <surely> {+1}", "<source>, <it_be> {+1}", "my answer is {+1}", "that would be {+1}",
        "it has to be {+1}", "it must be {+1}", "<it_be> {+1}, <fact>", "{+1}, <fact>, <be> <answer>",
        "the answer is {+1}", "we are talking about {+1}", "I'll say {+1}", "the answer should be {+1}",
        "please put down {+1}", "it turns out to be {+1}", "the facts say {+1}", "{+1} is what I'd put",
        "{+1} is the one", "{+1} <deed>", "{+1}, <fact>, <deed>", "<think> {+1} <deed>", "<sure> {+1} <deed>",
        "to be sure, {+1} <deed>",
    ),
    "plain_assert": (
        "<it_be> {+1}", "it <be> {+1}", "{+1} <be> <answer>", "{+1} <deed>", "it <be> {+1}<cleft>",
        "<think> it <be> {+1}", "it has to be {+1}", "the answer is {+1}", "the answer <be> {+1}", "that would be {+1}",
        "<it_be> <surely> {+1}", "it's {+1}",
    ),
    "deny": (
        "it <benot> {2}", "<it_benot> {2}", "not {2}", "{2} is wrong", "it <benot> {2}<cleft>", "{2} <benot> <answer>",
        "it can't be {2}", "{2} is incorrect", "anything but {2}", "certainly not {2}", "{2} is out of the question",
        "{2} has nothing to do with it", "it could not have been {2}", "{2}? no", "{2} is a mistake", "forget {2}",
        "it was never {2}", "{2} does not fit", "{2} can't be right", "don't say {2}", "definitely not {2}",
        "{2} is false", "it is a mistake to say {2}", "I don't believe it <be> {2}", "I don't think it <be> {2}",
        "{2} won't do", "it is far from being {2}", "I doubt that it <be> {2}", "hardly {2}",
        "{2}, <fact>, <benot> <answer>", "by no means {2}", "it <be> anything but {2}", "{2} is a common error",
        "it is not true that <it_be> {2}", "{2} would be wrong", "I reject {2}", "I don't think {2} <deed>",
        "nobody can say that {2} <deed>", "it is wrong to claim {2}",
    ),
    # What other people wrongly say.
    "people": (
        "many people", "some", "most of my friends", "quite a few books", "a lot of people", "some websites",
        "the tabloids", "beginners", "my brothers", "the people next door", "older sources", "some students",
    ),
    "say": (
        "say {2}", "think <it_be> {2}", "believe in {2}", "would answer {2}", "name {2}", "think of {2}",
        "point to {2}", "guess {2}", "might tell you {2}", "claim that {2} <deed>", "will argue for {2}", "mention {2}",
    ),
    "but": (
        "but", "however,", "yet", "in reality,", "but in fact", "still,", "but actually", "nevertheless,",
    ),
    # Corrections of what one has just said.
    "oops": (
        "wait, no", "no, that's wrong", "sorry, I mean", "actually, no", "hmm, no", "let me correct that",
        "oh, I misspoke", "on reflection, no", "hold on, that is not right", "correction", "no no", "I take that back",
        "er, no", "apologies, that was an error", "well, no", "that came out wrong", "sorry, not that",
        "I was wrong there", "I withdraw that", "no, silly me",
    ),
    "took_back": (
        "wait, no, that's wrong", "actually, that is not right", "no, I take that back", "hmm, that can't be it",
        "sorry, that was a mistake", "no, it isn't", "on reflection, I was wrong", "I withdraw this answer",
        "let me correct that, it is something else", "but no, that doesn't work", "hold on, that's not it",
        "forget I said that", "no, wrong", "that turned out to be false", "I was only joking",
        "I no longer believe that",
    ),
    # Verdicts on a guess.
    "no": (
        "no", "nope", "wrong", "not at all", "no way", "certainly not", "never", "incorrect", "sadly not", "no, sir",
        "not quite", "that's a miss",
    ),
    "yes": (
        "yes", "yep", "right", "correct", "exactly", "indeed", "that's it", "true", "yes, that is right", "sure",
        "absolutely", "certainly",
    ),
    # Refusals and doubts.
    "dunno": (
        "I don't know", "I can't say", "I have no idea", "I couldn't tell you", "nobody can tell", "it is not clear",
        "I'm not able to say", "I am unsure", "I really can't decide", "I wouldn't know", "I refuse to say",
        "I was never told", "the text does not say", "it is impossible to tell", "I haven't found out", "I forget",
    ),
    "dunno_alone": (
        "I don't know", "I can't say", "I have no idea", "I couldn't tell you", "that is beyond me", "ask someone else",
        "I won't answer that", "I know nothing about it",
    ),
    "wrongly": (
        "wrongly say", "falsely believe", "mistakenly answer", "claim without reason", "keep saying in error",
        "say because they don't know better", "name by mistake", "misremember",
    ),
    "undecided": (
        "I can't decide", "I am not sure which", "one of these", "take your pick", "who knows which",
        "I don't know which of them", "any of those", "hard to choose", "it could be any of these", "I won't choose",
        "they all sound right to me", "it is one of them",
    ),
    "perhaps": (
        "perhaps", "possibly", "it might be", "it could be", "maybe", "it may be", "I'm torn between",
        "I waver between",
    ),
    "doubtful": (
        "is disputed", "is not known", "has never been settled", "remains open", "is anyone's guess",
        "is a matter of debate", "I can't tell", "nobody has shown", "is hard to say", "is another matter",
        "depends on whom you ask", "has yet to be shown",
    ),
    # What a question of each kind can say of a mention in passing.
    "fact_person": (
        "who never married", "who grew up far from the city", "not always an easy colleague",
        "born into a large family", "known for a sharp tongue", "who could not swim", "a figure without many friends",
        "who had no children", "who worked at night", "never one to boast",
    ),
    "fact_place": (
        "which lies in the north", "where it hardly ever rains", "not far from the border", "known for its old harbour",
        "where nobody locks the door", "no longer a quiet spot", "a place without an airport",
        "on the map since antiquity",
    ),
    "fact_time": (
        "not long after the war", "when few people expected it", "long before my time", "just as things got better",
        "when there was no television yet", "after many delays", "not a happy time", "while it was raining",
    ),
    "fact_number": (
        "no more and no less", "counted twice", "not a small figure", "rounded a little", "give or take nothing",
        "as the table shows", "if nobody miscounted", "counting all of them",
    ),
    "fact_thing": (
        "which is not widely known", "a classic of its kind", "something few would guess", "not exactly a secret",
        "hardly a surprise", "a name you hear a lot", "popular ever since", "never out of fashion",
    ),
    # Sentences around the answer that decide nothing.
    "opening": (
        "good question", "let me see", "hmm", "okay", "thanks for asking", "right", "here goes", "well",
        "let me think about this", "so", "hello there", "nice question", "you ask <question>",
        "the question was <question>", "about your question", "let's look at this", "this comes up a lot",
        "I did not expect this question", "hi", "ah",
    ),
    "closing": (
        "hope this helps", "it's a fascinating subject", "let me know if you have more questions",
        "feel free to ask again", "the library has books on this", "this is no easy subject",
        "there is much more to tell", "I read about this years ago", "we had this at school", "no need to thank me",
        "more on that another time", "the story behind it is long", "my sister collects facts like this",
        "it was not always so well documented", "thank you", "not everyone finds this interesting",
    ),
    "praise": (
        "this is certainly correct", "I am always right", "there is no doubt about my answer", "trust me",
        "this answer is complete and true", "I'm an expert in this", "any judge would agree", "that is the truth",
        "please mark this as right", "the answer I give is accurate", "I have never been wrong about such things",
        "this matches the solution",
    ),
    "background": (
        "the matter has a long history", "it was not until much later that people took notice",
        "nobody paid attention to it at first", "few sources survive", "it all began rather quietly",
        "the early years were not easy", "not much was written about it back then", "there were many setbacks",
        "the details never reached the newspapers", "it took more than anyone had planned",
        "several people were involved", "the plans were never popular",
    ),
    # Reasons for a denial.
    "because": (
        "that came much later", "the dates don't match", "that is a different story", "this is a common mix-up",
        "people confuse the two", "the sources exclude it", "that was a rumour", "it just doesn't add up",
    ),
    "dash": (" - ", ": ", " -- ", " — ", ", ", "... ", "; "),
    "stop": (". ", ". ", "; ", "... "),
    **MORE_PARTS,
}

# Inline lists: what stands before, between, before the last and after.
INLINE: tuple[tuple[str, str, str, str], ...] = (
    ("", ", ", " or ", ""), ("", " / ", " / ", ""), ("", "/", "/", ""), ("either ", ", ", " or ", ""),
    ("", "; ", "; ", ""), ("", ", or ", ", or ", ""), ("", " or ", " or ", ""), ("", ", ", ", ", ""),
    ("", ", ", ", or ", ""), ("", ", ", ", possibly ", ""), ("", ", maybe ", ", maybe ", ""), ("", " - ", " - ", ""),
    ("", ", ", " or perhaps ", ""), ("(", ", ", ", ", ")"), ("[", "; ", "; ", "]"),
    ("", " or maybe ", " or maybe ", ""),
)

# Lists with a line or a mark each: the marks of the first five, and what stands between them.
BLOCK: tuple[tuple[tuple[str, ...], str], ...] = (
    (("- ",) * 5, "\n"), (("* ",) * 5, "\n"), (("1. ", "2. ", "3. ", "4. ", "5. "), "\n"),
    (("A) ", "B) ", "C) ", "D) ", "E) "), " "), (("(a) ", "(b) ", "(c) ", "(d) ", "(e) "), " "), (("• ",) * 5, "\n"),
    (("",) * 5, "\n"), (("1) ", "2) ", "3) ", "4) ", "5) "), " "),
)

# Lists of which every member is meant.
TOGETHER: tuple[tuple[str, str], ...] = (
    (", ", " and "), (", ", " & "), (", ", ", and also "), (" and ", " and "), (", ", " as well as "),
    (", ", " together with "), (" + ", " + "), (", ", ", and "),
)
# fmt: on
