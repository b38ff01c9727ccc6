"""Constructions that assert no mention: lists, denials, take-backs, refusals and doubts."""

from .construction import Construction, Sort

# fmt: off
DENIALS: tuple[Construction, ...] = (
    Construction("list", Sort.NONE, (
        "<list>", "<list>", "<list>.", "<block>", "<block>", "one of <list>", "one of these: <list>", "it <be> <list>",
        "the answer is <list>", "<list>. <undecided>", "<block>\n<undecided>", "<think> it <be> either {1} or {2}",
    )),
    Construction("list praised", Sort.NONE, (
        "<list>. <praise>", "<praise>: <list>", "<block>\n<praise>", "the answer is one of <list>, and <praise>",
        "<praise>. <list>", "it <be> either {1} or {2}. <praise>",
    )),
    Construction("list of options", Sort.NONE, (
        "options: <list>", "possible answers: <list>", "some possibilities are <list>", "candidates:\n<block>",
        "you could say <list>", "it depends: <list>", "the choice is between {1} and {2}",
        "I hesitate between {1} and {2}", "here are the options:\n<block>",
        "there are several possibilities, such as {1} and {2}", "shortlist: <list>", "multiple choice: <block>",
    )),
    Construction("questions in a row", Sort.NONE, (
        "{1}? {2}?", "{1}? {2}? {3}?", "is it {1}? or {2}?", "{1}? or {2}?", "{1}?? {2}?? <undecided>",
        "{1} or {2}? <dunno>", "do you mean {1} or {2}?", "<question>? {1}? {2}?",
    )),
    Construction("denied", Sort.NONE, (
        "<deny1>", "<deny1>", "<deny1>. <background>", "<deny1>, <because>", "<deny1>. <praise>", "<deny1> and <deny>",
        "<deny1>. <deny>", "neither {1} nor {2}", "<question>? <deny1>", "<sure> it <benot> {1}",
        "<think> it <benot> {1}", "<source>, it <benot> {1}", "<opening>. <deny1>",
        "it <be> neither {1} nor {2}, that's all I know",
    )),
    Construction("everything but", Sort.NONE, (
        "anything but {1}", "everything except {1}", "anyone other than {1}", "any of them, just not {1}",
        "all but {1}", "whatever it <be>, it <benot> {1}", "it <be> something other than {1}",
        "something else, not {1}", "{1} is the one thing it <benot>", "name any you like apart from {1}",
    )),
    Construction("guess refuted only", Sort.NONE, (
        "{1}? <no>", "is it {1}? <no>", "{1}? <no>. {2}? <no>", "{1}... <no>", "{1}? <no>, <because>",
        "could it be {1}? <no>, it couldn't", "did you say {1}? <no>", "who said {1}? <no>",
    )),
    Construction("taken back", Sort.NONE, (
        "{1}. <took_back>", "{1}... <took_back>", "it <be> {1}. <took_back>", "<think> it <be> {1}. <took_back>",
        "<it_be> {1}, <fact>. <took_back>", "{1} - <took_back>", "{1} or {2}. <took_back>",
        "it <be> {1}, <fact>... <took_back>", "{1}. {1}. <took_back>",
    )),
    Construction("refused", Sort.NONE, (
        "<dunno> whether it <be> {1}", "<dunno> if {1} is right", "<dunno> whether it <be> {1} or {2}",
        "<dunno>. it may be {1}, it may be something else", "<dunno> if it <be> {1} or not",
        "please don't ask me whether it <be> {1}", "I was asked about {1}, but <dunno_alone>", "{1}? <dunno_alone>",
        "you tell me whether it <be> {1}", "I will neither confirm nor deny {1}",
        "I'd rather not say whether it <be> {1}",
    )),
    Construction("asked back", Sort.NONE, (
        "is it {1}?", "could it be {1}, I wonder?", "do you want me to say {1}?", "are you asking about {1}?",
        "why do you ask, is it about {1}?", "was that a question about {1}?", "do you mean {1}?",
        "who told you it <be> {1}?", "what makes you think of {1}?", "how would I know whether it <be> {1}?",
    )),
    Construction("doubted", Sort.NONE, (
        "whether it <be> {1} <doubtful>", "whether it <be> {1} or not <doubtful>", "that it <be> {1} is doubtful",
        "the case for {1} is weak", "I have my doubts about {1}", "I'm not convinced by {1}",
        "it is doubtful whether it <be> {1}", "{1} or {2}, that <doubtful>",
        "some say {1}, some say {2}, and no one knows", "the sources differ: {1} in one, {2} in another",
    )),
    Construction("former only", Sort.NONE, (
        "no longer {1}", "it used to be {1}", "not {1} any more", "it was {1} once, but not now",
        "before it changed it was {1}", "formerly {1}, but that has changed", "{1} has been replaced",
        "it is {1} no more", "{1} until it was changed to something else",
    )),
    Construction("others' mistake", Sort.NONE, (
        "<people> <say1>. they are mistaken", "<people> <say1>, but that is wrong", "<people> <say1>, which is false",
        "it is a mistake to say {1}", "only a fool would say {1}", "<people> wrongly <say1>",
        "if you believe it <be> {1}, think again", "the claim that it <be> {1} is false",
        "the idea that it <be> {1} is a legend", "it is a misunderstanding that <it_be> {1}",
        "{1} is what <people> <wrongly>",
    )),
    Construction("empty talk", Sort.NONE, (
        "one hears a lot about {1}. <background>", "{1} is an interesting word, but I don't know the answer",
        "this has to do with {1} in some way, but I can't answer it",
        "we should talk about {1} some day. no answer from me", "I like {1}, but that is not an answer",
        "a question that mentions neither {1} nor {2}. no idea", "I looked into {1} and found nothing on this",
        "{1} is all I can think of, and it is wrong",
    )),
    Construction("first guess dropped", Sort.NONE, (
        "my first guess was {1}, but that was wrong", "I was going to say {1}, but that's not it",
        "{1} came to mind, but I dropped it", "I used to think it <be> {1}, I no longer do",
        "at first I thought of {1}, now I have no idea", "I started with {1} and ended with nothing",
        "{1} looks tempting, but it's a trap", "it could have been {1}, but it wasn't",
        "you'd expect {1}, but you'd be wrong", "I considered {1} and {2} and gave up",
    )),
    Construction("another unnamed", Sort.NONE, (
        "not {1} but something else", "it <benot> {1}, it <be> another one", "instead of {1} give the right answer",
        "{1} should be replaced by the right answer", "{1} came later, you want an earlier one",
        "{1} is the answer to another question", "you are thinking of {1}, but this is about something else",
        "not {1}, not {2}, but another", "don't confuse {1} with the answer, which I can't recall",
        "{1} sounds like it but <benot> <answer>",
    )),
    Construction("undecided statement", Sort.NONE, (
        "{1} or {2} <deed>", "either {1} or {2} <deed>", "<dunno> whether {1} <deed>",
        "it would be news to me that {1} <deed>", "<people> say that {1} <deed>, <people> say that {2} <deed>",
        "that {1} <deed> is false", "that {1} <deed> is a legend", "did anyone say that {1} <deed>?",
        "it's between {1} and {2}, and I can't choose", "nobody has shown that {1} <deed>",
        "I waver between {1} and {2}", "perhaps {1}, perhaps {2}", "<perhaps> {1} or {2}",
        "is it true that {1} <deed>?",
    )),
)
