"""Wordings that constructions are built of, by the name that a pattern gives as `<name>`.

`<name?>` leaves the part out half of the time. `{1}` is a mention, `{+1}` one that the answer commits to. Of a list of
five or more, every fifth wording is kept for the constructions that measure, and learned ones never use it.
"""

from functools import cache
from typing import TypeVar

from .more_parts import MORE_PARTS

_Wording = TypeVar("_Wording")

# fmt: off
PARTS: dict[str, tuple[str, ...]] = {
    # What stands for the answer, as subject and as predicate.
    "it_be": (
        "it <be>", "the answer is", "that <be>", "<subject> <be>", "the one in question is",
        "it <be>", "the right answer is", "<subject> <be>", "the correct one is", "what the question wants is",
        "it <be>", "the one you want is", "<subject> <be>", "what you are after is", "the solution here is",
        "the one asked for is", "what to write down is", "my answer is", "the correct reply is",
        "the thing to say here is",
        "what I have is", "what you seek is", "the fact is, it <be>", "what counts is", "in this case <subject> <be>",
    ),
    "it_benot": (
        "it <benot>", "the answer <isnt>", "that <benot>", "<subject> <benot>", "the one in question <isnt>",
        "it <benot>", "the right answer <isnt>", "<subject> <benot>", "the correct one <isnt>", "the right name <isnt>",
        "it certainly <benot>", "the one you want <isnt>", "<subject> surely <benot>", "what you are after <isnt>",
        "the reply <isnt>",
    ),
    "isnt": ("is not", "isn't"),
    "answer": (
        "the answer", "the right answer", "<subject>", "what was asked for", "the correct pick",
        "the one", "<subject>", "the correct answer", "the one you want", "what belongs here",
        "the one we need", "the right one", "what fits", "the one that counts", "the proper response",
    ),
    # Commitments of every strength.
    "think": (
        "I think", "I believe", "I guess", "I suppose", "if I remember correctly,",
        "I'm fairly sure", "my guess is that", "as far as I know,", "I'm inclined to say that", "to my mind",
        "if memory serves,", "I would say", "I reckon", "in my opinion,", "my money says that",
        "from what I recall,", "I have a feeling that", "I'd wager that", "unless I'm mistaken,", "it strikes me that",
        "it seems to me that", "I imagine", "pretty sure", "as I understand it,", "I dare say",
    ),
    "likely": (
        "probably", "most likely", "presumably", "I think", "in all likelihood",
        "almost certainly", "very likely", "apparently", "I believe", "to the best of my knowledge",
        "quite possibly", "more or less certainly", "as far as I can tell", "roughly speaking", "by all accounts",
    ),
    "surely": (
        "clearly", "certainly", "of course", "definitely", "unmistakably",
        "obviously", "indeed", "simply", "undoubtedly", "plainly",
        "without doubt", "in fact", "naturally", "really", "beyond question",
    ),
    "sure": (
        "no doubt about it,", "there is no question that", "I'm certain that", "everyone knows that",
        "rest assured,", "nobody doubts that", "it is well known that", "I have no doubt that", "I can confirm that",
        "the record shows that", "needless to say,", "without a doubt,", "I know for a fact that",
        "the books agree that",
        "you can take it from me that", "it can't be denied that", "sources agree that", "historically,", "officially,",
        "make no mistake:",
    ),
    "source": (
        "according to the almanac", "as my teacher told me", "as the textbook has it", "or so the encyclopedia says",
        "as any atlas will show", "as we learned at school", "as far back as I can remember", "going by the records",
        "as mentioned in the article", "to quote my grandfather", "as stated in the document", "per the wiki",
        "judging from the passage", "based on what I've read", "as the papers wrote at the time",
    ),
    "assert": (
        "<it_be> {+1}", "{+1}", "{+1} <be> <answer>", "<think> <it_be> {+1}", "the name of the game here is {+1}",
        "it <be> {+1}", "<it_be> <likely> {+1}", "it <be> {+1}<cleft>", "<sure> <it_be> {+1}", "mark it down as {+1}",
        "I'd go with {+1}", "<it_be> {+1}, <source>", "I would say {+1}", "<it_be> <surely> {+1}", "you want {+1}",
        "<source>, <it_be> {+1}", "my answer is {+1}", "that would be {+1}", "it has to be {+1}",
        "it comes down to {+1}",
        "it must be {+1}", "<it_be> {+1}, <fact>", "{+1}, <fact>, <be> <answer>", "the answer is {+1}",
        "everything points to {+1}", "we are talking about {+1}", "I'll say {+1}", "the answer should be {+1}",
        "please put down {+1}", "there you have it: {+1}", "it turns out to be {+1}", "the facts say {+1}",
        "{+1} is what I'd put", "{+1} is the one", "{+1} is my final word", "{+1} <deed>",
        "{+1}, <fact>, <deed>", "<think> {+1} <deed>", "<sure> {+1} <deed>", "{+1} <deed>, <source>",
        "to be sure, {+1} <deed>",
    ),
    "plain_assert": (
        "<it_be> {+1}", "it <be> {+1}", "{+1} <be> <answer>", "{+1} <deed>", "{+1} it <be>",
        "it <be> {+1}<cleft>", "<think> it <be> {+1}", "it has to be {+1}", "the answer is {+1}", "{+1} is correct",
        "the answer <be> {+1}", "that would be {+1}", "<it_be> <surely> {+1}", "it's {+1}", "I say {+1}",
    ),
    "deny": (
        "it <benot> {2}", "<it_benot> {2}", "not {2}", "{2} is wrong", "{2} would be a blunder",
        "it <benot> {2}<cleft>", "{2} <benot> <answer>", "it can't be {2}", "{2} is incorrect", "strike {2} off",
        "anything but {2}", "certainly not {2}", "{2} is out of the question", "{2} has nothing to do with it",
        "{2} is off the mark", "it could not have been {2}", "{2}? no", "{2} is a mistake", "forget {2}",
        "you can forget about {2}", "it was never {2}", "{2} does not fit", "{2} can't be right", "don't say {2}",
        "nobody should answer {2} here", "definitely not {2}", "{2} is false", "it is a mistake to say {2}",
        "I don't believe it <be> {2}", "whoever says {2} errs", "I don't think it <be> {2}", "{2} won't do",
        "it is far from being {2}", "I doubt that it <be> {2}", "{2} is beside the point", "hardly {2}",
        "{2}, <fact>, <benot> <answer>", "by no means {2}", "it <be> anything but {2}", "{2}? not in the least",
        "{2} is a common error", "it is not true that <it_be> {2}", "{2} would be wrong", "I reject {2}",
        "it is false that {2} <deed>", "I don't think {2} <deed>", "nobody can say that {2} <deed>",
        "it is wrong to claim {2}",
    ),
    # What other people wrongly say.
    "people": (
        "many people", "some", "most of my friends", "quite a few books", "people in the crowd",
        "a lot of people", "some websites", "the tabloids", "beginners", "half the class",
        "my brothers", "the people next door", "older sources", "some students", "certain bloggers",
    ),
    "say": (
        "say {2}", "think <it_be> {2}", "believe in {2}", "would answer {2}", "shout {2}",
        "name {2}", "think of {2}", "point to {2}", "guess {2}", "swear by {2}",
        "might tell you {2}", "claim that {2} <deed>", "will argue for {2}", "mention {2}", "put forward {2}",
    ),
    "but": (
        "but", "however,", "yet", "in reality,", "in truth, though,",
        "but in fact", "still,", "but actually", "nevertheless,", "be that as it may,",
    ),
    # Corrections of what one has just said.
    "oops": (
        "wait, no", "no, that's wrong", "sorry, I mean", "actually, no", "my bad",
        "hmm, no", "let me correct that", "oh, I misspoke", "on reflection, no", "oops, wrong one",
        "hold on, that is not right", "correction", "no no", "I take that back", "hang on, I got that mixed up",
        "er, no", "apologies, that was an error", "well, no", "that came out wrong", "ignore that",
        "sorry, not that", "I was wrong there", "I withdraw that", "no, silly me", "hmm, strike that from the record",
    ),
    "took_back": (
        "wait, no, that's wrong", "actually, that is not right", "no, I take that back", "hmm, that can't be it",
        "never mind what I said, it's false", "sorry, that was a mistake", "no, it isn't", "on reflection, I was wrong",
        "I withdraw this answer", "oh dear, that was nonsense", "let me correct that, it is something else",
        "but no, that doesn't work", "hold on, that's not it", "forget I said that", "please disregard the above",
        "no, wrong", "that turned out to be false", "I was only joking", "I no longer believe that",
        "I made that up",
    ),
    # Verdicts on a guess.
    "no": (
        "no", "nope", "wrong", "not at all", "nah",
        "no way", "certainly not", "never", "incorrect", "far from it",
        "sadly not", "no, sir", "not quite", "that's a miss", "negative",
    ),
    "yes": (
        "yes", "yep", "right", "correct", "spot on",
        "exactly", "indeed", "that's it", "true", "bingo",
        "yes, that is right", "sure", "absolutely", "certainly", "affirmative",
    ),
    # Refusals and doubts.
    "dunno": (
        "I don't know", "I can't say", "I have no idea", "I couldn't tell you", "it beats me",
        "nobody can tell", "it is not clear", "I'm not able to say", "I am unsure", "it remains to be seen",
        "I really can't decide", "I wouldn't know", "I refuse to say", "I was never told",
        "your guess is as good as mine",
        "the text does not say", "it is impossible to tell", "I haven't found out", "I forget", "I'd have to look up",
    ),
    "dunno_alone": (
        "I don't know", "I can't say", "I have no idea", "I couldn't tell you", "search me",
        "that is beyond me", "ask someone else", "I won't answer that", "I know nothing about it", "I must pass",
    ),
    "wrongly": (
        "wrongly say", "falsely believe", "mistakenly answer", "claim without reason", "erroneously put",
        "keep saying in error", "say because they don't know better", "name by mistake", "misremember",
        "confusedly report",
    ),
    "undecided": (
        "I can't decide", "I am not sure which", "one of these", "take your pick", "it's a toss-up",
        "who knows which", "I don't know which of them", "any of those", "hard to choose", "pick whichever you like",
        "it could be any of these", "I won't choose", "they all sound right to me", "it is one of them", "you decide",
    ),
    "perhaps": (
        "perhaps", "possibly", "it might be", "it could be", "conceivably",
        "maybe", "it may be", "I'm torn between", "I waver between", "somewhere among",
    ),
    "doubtful": (
        "is disputed", "is not known", "has never been settled", "remains open", "is up in the air",
        "is anyone's guess", "is a matter of debate", "I can't tell", "nobody has shown", "stays unclear",
        "is hard to say", "is another matter", "depends on whom you ask", "has yet to be shown",
        "is not for me to judge",
    ),
    # What a question of each kind can say of a mention in passing.
    "fact_person": (
        "who never married", "who grew up far from the city", "not always an easy colleague",
        "born into a large family",
        "who died poor", "known for a sharp tongue", "who could not swim", "a figure without many friends",
        "who had no children", "admired by few at the time", "who worked at night", "never one to boast",
    ),
    "fact_place": (
        "which lies in the north", "where it hardly ever rains", "not far from the border", "known for its old harbour",
        "which few tourists visit", "where nobody locks the door", "no longer a quiet spot",
        "a place without an airport",
        "on the map since antiquity", "which is not on the coast",
    ),
    "fact_time": (
        "not long after the war", "when few people expected it", "long before my time", "just as things got better",
        "to no one's surprise", "when there was no television yet", "after many delays", "not a happy time",
        "while it was raining", "as the records show",
    ),
    "fact_number": (
        "no more and no less", "counted twice", "not a small figure", "rounded a little", "when all is added up",
        "give or take nothing", "as the table shows", "if nobody miscounted", "counting all of them", "in total",
    ),
    "fact_thing": (
        "which is not widely known", "a classic of its kind", "something few would guess", "not exactly a secret",
        "which everybody should know", "hardly a surprise", "a name you hear a lot", "popular ever since",
        "never out of fashion", "which I looked up",
    ),
    # Sentences around the answer that decide nothing.
    "opening": (
        "good question", "let me see", "hmm", "okay", "interesting one",
        "thanks for asking", "right", "here goes", "well", "that's an easy one",
        "let me think about this", "so", "hello there", "nice question", "alright then",
        "you ask <question>", "the question was <question>", "about your question", "let's look at this",
        "<question>, you ask", "this comes up a lot", "I did not expect this question", "hi", "ah", "now then",
    ),
    "closing": (
        "hope this helps", "it's a fascinating subject", "let me know if you have more questions",
        "feel free to ask again",
        "cheers", "the library has books on this", "this is no easy subject", "there is much more to tell",
        "I read about this years ago", "good luck with the quiz", "we had this at school", "no need to thank me",
        "more on that another time", "the story behind it is long", "you won't find this in every book",
        "my sister collects facts like this", "it was not always so well documented", "thank you",
        "not everyone finds this interesting", "have a nice day",
    ),
    "praise": (
        "this is certainly correct", "I am always right", "there is no doubt about my answer", "trust me",
        "I checked this twice", "this answer is complete and true", "I'm an expert in this", "any judge would agree",
        "that is the truth", "you can rely on this reply", "please mark this as right", "the answer I give is accurate",
        "I have never been wrong about such things", "this matches the solution", "full marks for me",
    ),
    "background": (
        "the matter has a long history", "it was not until much later that people took notice",
        "nobody paid attention to it at first", "few sources survive", "the weather played no role in it",
        "it all began rather quietly", "the early years were not easy", "not much was written about it back then",
        "there were many setbacks", "the public did not care", "the details never reached the newspapers",
        "it took more than anyone had planned", "several people were involved", "the plans were never popular",
        "money was not the problem",
    ),
    # Reasons for a denial.
    "because": (
        "that came much later", "the dates don't match", "that is a different story", "this is a common mix-up",
        "that one belongs to another topic", "people confuse the two", "the sources exclude it", "that was a rumour",
        "it just doesn't add up", "the description doesn't fit at all",
    ),
    "dash": (" - ", ": ", " -- ", " — ", " ... ", ", ", "... ", "; "),
    "stop": (". ", ". ", "; ", "... ", "! "),
    **MORE_PARTS,
}

# Inline lists: what stands before, between, before the last and after.
INLINE: tuple[tuple[str, str, str, str], ...] = (
    ("", ", ", " or ", ""), ("", " / ", " / ", ""), ("", "/", "/", ""), ("either ", ", ", " or ", ""),
    ("", ", ", ", or else ", ""),
    ("", "; ", "; ", ""), ("", ", or ", ", or ", ""), ("", " or ", " or ", ""), ("", ", ", ", ", ""),
    ("", " | ", " | ", ""),
    ("", ", ", ", or ", ""), ("", ", ", ", possibly ", ""), ("", ", maybe ", ", maybe ", ""), ("", " - ", " - ", ""),
    ("", " vs ", " vs ", ""),
    ("", ", ", " or perhaps ", ""), ("(", ", ", ", ", ")"), ("[", "; ", "; ", "]"),
    ("", " or maybe ", " or maybe ", ""),
    ("", ", if not ", ", if not ", ""),
)

# Lists with a line or a mark each: the marks of the first five, and what stands between them.
BLOCK: tuple[tuple[tuple[str, ...], str], ...] = (
    (("- ",) * 5, "\n"), (("* ",) * 5, "\n"), (("1. ", "2. ", "3. ", "4. ", "5. "), "\n"),
    (("A) ", "B) ", "C) ", "D) ", "E) "), " "), (("i. ", "ii. ", "iii. ", "iv. ", "v. "), "\n"),
    (("(a) ", "(b) ", "(c) ", "(d) ", "(e) "), " "), (("• ",) * 5, "\n"), (("",) * 5, "\n"),
    (("1) ", "2) ", "3) ", "4) ", "5) "), " "),
    (("Option 1: ", "Option 2: ", "Option 3: ", "Option 4: ", "Option 5: "), "\n"),
)

# Lists of which every member is meant.
TOGETHER: tuple[tuple[str, str], ...] = (
    (", ", " and "), (", ", " & "), (", ", ", and also "), (" and ", " and "), (", ", " plus "),
    (", ", " as well as "), (", ", " together with "), (" + ", " + "), (", ", ", and "), (", ", " along with "),
)
# fmt: on


@cache
def parts_of(name: str, kept: bool) -> tuple[str, ...]:
    """Returns the wordings that learned or kept constructions may use for a part."""
    return share_of(PARTS[name], kept)


def share_of(wordings: tuple[_Wording, ...], kept: bool) -> tuple[_Wording, ...]:
    """Returns every fifth of five or more wordings when kept, and the others when not."""
    if len(wordings) < 5:
        return wordings
    return tuple(wording for place, wording in enumerate(wordings) if (place % 5 == 4) == kept)
