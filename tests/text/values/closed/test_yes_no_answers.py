"""What an answer commits to: the ways of saying yes, no and neither."""

from smile.text.values.closed.yes_no_answers import commitment, stated_polarity
from tests.support.tables import each_row

YES = (
    "Yes|Yep|yes.|Yeah, sure|Correct|Correct.|Indeed|Indeed, it is|It is|It is.|It does indeed|Absolutely|Absolutely!"
    "|Of course|Of course it is|That is right|That's right.|True|The statement is true|It's true|That is not false"
    "|It is not false|It isn't false|No doubt|No doubt about it|There is no doubt that it is|No question, yes"
    '|The answer is yes|The answer is yes.|Answer: Yes|**Yes**|\\boxed{Yes}|{"answer": "yes"}|I think so'
    "|I believe so, yes|I'd say yes|Yes, there is|yes it is|Certainly|Definitely yes|Affirmative|They are|She did"
    "|He certainly did|Yes, that's wrong|Exactly|I agree|Agreed|Without a doubt|Undoubtedly|No... wait, yes"
    "|No, sorry, yes|Not no, but yes|Most likely|I am sure it is true|That would be a yes|Yes!|Yes – it is|Well, yes"
    "|So the answer is yes|It is correct that whales are mammals|The claim is accurate|Sure|You bet|Why yes|T"
    "|It sure is|Why, yes, it is|Yes of course|Yes because whales breathe air|True because it is|That is so"
    "|That's a fact|Surely|Probably yes|Yes, no doubt|Certainly, it does|I do|Y|Right you are|Right"
).split("|")
NO = (
    "No|No.|Nope|Nah|No, it is not|It is not|It isn't|It's not|That's incorrect|That is incorrect.|Not at all"
    "|It is false|I don't think so|I do not think so|False|Incorrect|That is wrong|Wrong|Never|By no means"
    "|Certainly not|Of course not|Absolutely not|Definitely not.|It does not|They don't|They are not|Not really"
    "|Negative|Yes, but actually no|Yes... no, wait, no|The answer is no|The correct answer is no|I'd say no"
    "|Answer: no|\\boxed{No}|No it isn't|No there isn't|No, there is no bowl|Not true|That's not true|It is not true"
    "|It's not correct|That is a myth|It's a common misconception|The statement is false"
    "|The claim that whales are fish is false|This is not the case|Far from it|Quite the opposite|On the contrary"
    "|I disagree|I don't agree|I'm afraid not|Unfortunately not|Unfortunately, no|No way|In no way|It is untrue"
    "|That's inaccurate|I doubt it|Not yes, but no|Not yet|It cannot|He can't|He never did|It most certainly is not"
    "|It really isn't|That would be a no|No because it is a mammal|F|Probably not|I believe not|Not exactly|Not quite"
    "|Hardly|No, never|I would not say so|Nay|Yes? No.|Under no circumstances|It is not so|That's impossible"
    "|The answer is not yes|It would be a mistake|There isn't|There is not|There aren't any|It won't|This is false."
    "|No, that's right"
).split("|")
NEITHER = (
    "I have no idea|No idea|I don't know|I do not know.|There is no way to tell|No information|It may or may not"
    "|Yes and no|can't say|I can't say|Yes or no|Maybe|Perhaps|It depends|Not sure|I'm not sure|Unclear|No clue"
    "|Hard to say|It is impossible to say|No one knows|Nobody knows|It's not known|Cannot be determined"
    "|The information is not given|There is no answer|I cannot answer that|It is hard to tell"
    "|There is no information about this|No comment|Neither yes nor no|Could be either|Both yes and no|It is unknown"
    "|I couldn't tell you|Maybe yes, maybe no|Yes. No.|True and false|It is not clear|I have no information on that"
    "|who knows|not enough information|It could go either way|There's no way of knowing|Either way is possible"
    "|No data available"
).split("|")
UNCLEAR = (
    "The table is empty|No bowl is on the table|It may be|Nobody is there|It is a fish|It no longer exists"
    "|Not only whales|He is Austrian|It's possible|No other planet has rings|There is no bowl|Whales are mammals"
    "|Right angle|It is right next to the door|No. 5|She is not there|They do not fly|It can fly|The dog is asleep"
    "|It is the first one"
).split("|")


@each_row("answer", YES)
def test_ways_to_say_yes(answer: str) -> None:
    assert commitment(answer) == "yes"


@each_row("answer", NO)
def test_ways_to_say_no(answer: str) -> None:
    assert commitment(answer) == "no"


@each_row("answer", NEITHER)
def test_ways_to_say_neither(answer: str) -> None:
    assert commitment(answer) == "neither"


@each_row("answer", UNCLEAR)
def test_a_statement_says_neither_yes_nor_no_by_its_words(answer: str) -> None:
    assert commitment(answer) is None


def test_the_truth_is_asked() -> None:
    assert commitment("No, it is true.", of_truth=True) == "yes"
    assert commitment("No, it is true.", of_truth=False) == "no"


@each_row("reference", ["Yes", "yes.", "True", "Correct", "I agree", "Yes, it is.", "It is true"])
def test_references_that_say_yes(reference: str) -> None:
    assert stated_polarity(reference) == "yes"


@each_row("reference", ["No", "FALSE", "no, it isn't", "Disagree", "It is false.", "incorrect"])
def test_references_that_say_no(reference: str) -> None:
    assert stated_polarity(reference) == "no"


@each_row("reference", ["No. 5", "No Country for Old Men", "Yes, Minister", "Never", "It is", "Not guilty", "T", "So"])
def test_other_references_say_neither(reference: str) -> None:
    assert stated_polarity(reference) is None
