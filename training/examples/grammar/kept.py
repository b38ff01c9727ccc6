"""Constructions kept for measuring: no other construction uses their wording."""

from .construction import Construction, Sort

# fmt: off
KEPT: tuple[Construction, ...] = (
    Construction("rather than", Sort.SOME, (
        "{+1} rather than {2}", "<it_be> {+1}, as opposed to {2}", "rather {+1} than {2}",
        "more precisely {+1}, as against {2}", "I prefer {+1} over {2} as the reply here", "{+1} sooner than {2}",
    ), kept=True),
    Construction("runner-up", Sort.SOME, (
        "{2} was the runner-up, the answer is {+1}", "{2} came second; {+1} it was",
        "{2} lost out to {+1}, the one you want", "{+1} beat {2} to it, so {+1}",
        "second place: {2}, first place and thus what you ask: {+1}",
    ), kept=True),
    Construction("scratch that", Sort.SOME, (
        "{2}, scratch that, {+1}", "{2}... let me rephrase: {+1}", "I said {2}; make that {+1}", "{2}. Edit: {+1}",
        "{2}, I beg your pardon, {+1}", "~~{2}~~ {+1}", "it <be> {2}, excuse me, {+1}", "{2}, or better said {+1}",
    ), kept=True),
    Construction("popular belief", Sort.SOME, (
        "contrary to popular belief, it <benot> {2} but {+1}",
        "legend has it that it <be> {2}; history knows it <be> {+1}",
        "despite what the films suggest about {2}, <assert>", "the myth of {2} dies hard. <assert>",
        "everyone's reflex is {2}, the facts favour {+1}",
    ), kept=True),
    Construction("double negation", Sort.ALL, (
        "it can't not be {+1}", "it is not as if it weren't {+1}", "it cannot be anything but {+1}",
        "it would be untrue to deny that it <be> {+1}", "never would I dispute {+1} here",
        "not for nothing is {+1} the reply", "there isn't a soul who wouldn't say {+1}", "it isn't false to say {+1}",
    ), kept=True),
    Construction("also known as", Sort.ALL, (
        "{+1} (also known as {+2})", "{+1}, alias {+2}", "{+1}, i.e. {+2}", "{+1}, better known as {+2}",
        "{+1}, which is another name for {+2}", "{+1} aka {+2}", "{+1}, formally {+2}",
    ), kept=True),
    Construction("not only", Sort.ALL, (
        "not only {+1} but also {+2}", "not just {+1}, {+2} too", "not {+1} alone, {+2} likewise",
        "{+1}, and not least {+2}", "{+1}, but {+2} as well", "besides {+1}, {+2} too",
    ), kept=True),
    Construction("signed", Sort.ALL, (
        "I'd stake my life on {+1}", "my vote goes to {+1}", "you bet it <be> {+1}", "look no further than {+1}",
        "you are looking for {+1}", "{+1} for the win", "say no more, {+1}", "hands down {+1}",
        "it won't surprise you: {+1}",
    ), kept=True),
    Construction("chain of guesses", Sort.NONE, (
        "might be {1}, might be {2}", "sounds like {1}, or then again like {2}", "could go either way, {1} or {2}",
        "one moment I lean to {1}, the next to {2}", "{1}, alternatively {2}",
        "half of me says {1}, the other half {2}", "flip a coin: {1} or {2}", "pick from <list>",
        "on the one hand {1}, on the other {2}", "<block>\nanswers may vary",
    ), kept=True),
    Construction("ruled out", Sort.NONE, (
        "I would rule out {1}", "{1} is a red herring", "you're barking up the wrong tree with {1}",
        "if only it were {1}", "{1} can be excluded", "{1}, my foot", "as if it were {1}", "cross {1} off the list",
        "{1} couldn't be further from the truth", "try again, {1} is not it",
    ), kept=True),
    Construction("conditional", Sort.NONE, (
        "if it were {1}, we would have heard", "supposing it <be> {1}, what then?",
        "were it {1}, the story would be different", "it would be {1} if the rumours were true, but they aren't",
        "unless it <be> {1}, who can tell",
    ), kept=True),
    Construction("rumour", Sort.NONE, (
        "rumour has it that it <be> {1}, without any evidence", "allegedly {1}, but nothing backs this up",
        "there are whispers about {1}, none of them confirmed", "{1} is alleged, unproven to this day",
        "the jury is still out on {1}", "no comment on {1}", "I have heard {1} being named but can't vouch for it",
    ), kept=True),
)
