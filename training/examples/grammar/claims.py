"""Constructions that assert every mention."""

from .construction import Construction, Sort

# fmt: off
CLAIMS: tuple[Construction, ...] = (
    Construction("plain", Sort.ALL, (
        "{+1}", "<assert>", "<assert>", "<plain_assert>", "answer: {+1}", "{+1} obviously", "A: {+1}",
        "the answer:\n{+1}", "final answer: {+1}", "{+1}, <fact>", "{+1} (<source>)", "= {+1}",
    )),
    Construction("question echoed", Sort.ALL, (
        "<question>: {+1}", "<question>? {+1}", "you ask <question>. <assert>", "<question>? <assert>",
        "as to <question>, <plain_assert>", "to the question of <question> I answer {+1}", "<question> - {+1}",
        "Q: <question>?\nA: {+1}", "{+1} is my answer to <question>",
    )),
    Construction("with background", Sort.ALL, (
        "<background>. <assert>", "<background>, and <plain_assert>", "<assert>. <background>",
        "<background>. <background2>. <assert>", "<assert>, and <background>", "although <background>, <plain_assert>",
        "after all that, although <background>, <plain_assert>", "<assert>, <fact>. <background>. <background2>",
        "<background>, <source>. <assert>",
    )),
    Construction("repeated", Sort.ALL, (
        "{+1}. {+1}. <plain_assert>", "{+1}! I repeat, {+1}", "{+1}, yes, {+1}", "<assert>. as I said, {+1}",
        "{+1}. again: {+1}", "<assert>. <background>. so, {+1}", "{+1} {+1} {+1}", "{+1}? yes, {+1}",
        "I'll say it once more: {+1}. {+1}", "{+1}, and nothing but {+1}",
        "when they ask you, say {+1}. {+1} is right",
    )),
    Construction("praised", Sort.ALL, (
        "{+1}. <praise>", "<assert>. <praise>", "<praise>: {+1}", "<praise>. <assert>", "{+1} (<praise>)",
        "<assert>, and <praise>",
    )),
    Construction("hedged", Sort.ALL, (
        "I guess {+1}", "I believe {+1}", "<think> it <be> {+1}", "{+1}, <likely>", "<likely> {+1}", "{+1}, I think",
        "it <be> <likely> {+1}", "not sure, but <plain_assert>", "I could be wrong, but <plain_assert>",
        "don't quote me on this, but <plain_assert>", "{+1}, if I'm not mistaken", "it should be {+1}",
        "{+1}, but I haven't checked", "best guess: {+1}", "no guarantee, but {+1}", "{+1}, at a guess",
    )),
    Construction("exclusive", Sort.ALL, (
        "none other than {+1}", "no one but {+1}", "nothing but {+1}", "nobody else than {+1}",
        "it <be> none other than {+1}<cleft>", "no other than {+1}", "only {+1} and nothing else",
        "there is no answer except {+1}", "nothing else than {+1} makes sense",
        "there is nothing it could be apart from {+1}", "no answer other than {+1} is right",
        "it <be> {+1} and no other", "if not {+1}, then nothing", "it <be> {+1} or I'll eat my hat",
    )),
    Construction("denial refused", Sort.ALL, (
        "nobody doubts that it <be> {+1}", "no one can deny that it <be> {+1}", "there is no denying {+1}",
        "I won't hear a word against {+1}", "you can't go wrong with {+1}", "who would doubt that it <be> {+1}?",
        "it <be> {+1}, and no one has ever shown otherwise", "I see no reason to doubt {+1}",
        "why should it not be {+1}? it is", "don't let anyone tell you it <benot> {+1}", "there's no way around {+1}",
        "{+1} has never been in doubt",
    )),
    Construction("negation elsewhere", Sort.ALL, (
        "{+1}, what else? not hard", "it didn't take me long: {+1}", "not a hard one: {+1}",
        "I didn't even have to look it up, <plain_assert>", "no problem: {+1}", "no need to think, {+1}",
        "{+1}, though not many people know it", "you may not like it, but <plain_assert>",
        "it was not easy to find, but <plain_assert>", "don't laugh: {+1}",
        "I never forget such things: <plain_assert>", "nobody told me, but <plain_assert>",
        "<background>. it was not without effort, yet {+1} is the answer", "why not look closer? <assert>",
        "{+1}. no more needs to be said", "without hesitation: {+1}",
    )),
    Construction("together", Sort.ALL, (
        "<all>", "it <be> <all>", "both {+1} and {+2}", "<all>, all of them", "{+1} and {+2} are both right",
        "not one but two: {+1} and {+2}", "the answer is <all>", "{+1}, together with {+2}",
        "{+1} did not do it alone; {+2} belongs here too", "<think> it <be> <all>", "{+1} and, no less, {+2}",
        "all of these: <all>",
    )),
    Construction("as a rhetorical question", Sort.ALL, (
        "what else but {+1}?", "{+1}, isn't it?", "{+1}, right?", "can it be anything else than {+1}?",
        "need I say {+1}?", "what could it be if not {+1}?", "{+1}, wouldn't you say?",
    )),
    Construction("reported rightly", Sort.ALL, (
        "my teacher says {+1}, and she is right", "<people> rightly say {+1}", "the text says {+1}",
        "it is written that <it_be> {+1}", "everybody agrees on {+1}", "I looked it up: {+1}", "the book gives {+1}",
        "experts have shown that it <be> {+1}", "some laughed at {+1}, but it is right",
        "people doubted {+1}, wrongly", "they told me {+1} was wrong; it is right",
    )),
    Construction("stated", Sort.ALL, (
        "{+1} <deed>", "{+1}, <fact>, <deed>", "<sure> {+1} <deed>", "<think> {+1} <deed>",
        "{+1} <deed>, and <background>", "<background>, but {+1} <deed>", "yes, {+1} <deed>", "<source>, {+1} <deed>",
        "{+1} <deed>, that much is sure",
    )),
    Construction("thought over and kept", Sort.ALL, (
        "{+1}. wait, is that right? yes, {+1}", "{+1}. hmm... yes, that's right",
        "{+1}. I thought it over again and stay with it", "I was about to take it back, but no, {+1} is right",
        "{+1}... no, no mistake, {+1}", "first guess {+1}, second guess {+1}",
        "I wanted to say something else, but it <be> {+1}", "{+1}. I haven't changed my mind",
        "{+1}, and I won't take that back", "my first thought was {+1}, and it was right",
    )),
    Construction("others unnamed", Sort.ALL, (
        "not the one most people name, but {+1}", "forget the other answers, <plain_assert>",
        "all the others are wrong, <plain_assert>", "whatever others say, <plain_assert>",
        "not the first that comes to mind: {+1}", "the usual guess is wrong, <plain_assert>",
        "no, no, all wrong. {+1}", "not what you'd expect: {+1}", "the others don't fit. {+1}",
        "there's no need to ask whether it <be> {+1}: it is", "I don't know much, but I know that it <be> {+1}",
    )),
)
