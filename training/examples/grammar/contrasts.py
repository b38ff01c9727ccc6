"""Constructions that assert some mentions and not others."""

from .construction import Construction, Sort

# fmt: off
CONTRASTS: tuple[Construction, ...] = (
    Construction("not but", Sort.SOME, (
        "not {2} but {+1}", "it <be> not {2} but {+1}", "<it_be> not {2}, but {+1}", "it <benot> {2} but {+1}<cleft>",
        "not {2}, <fact>, but {+1}", "<sure> it <be> not {2} but {+1}", "not {2} or {3} but {+1}",
        "<think> it <be> not {2} but {+1}",
    )),
    Construction("this not that", Sort.SOME, (
        "{+1}, not {2}", "it <be> {+1}, not {2}", "<it_be> {+1}, not {2}", "{+1} (not {2})",
        "it <be> {+1}<cleft>, not {2}", "{+1} and not {2}", "{+1}, <fact>, not {2}",
        "it <be> <likely> {+1}, not {2} and not {3}", "{+1}, never {2}", "{+1} not {2}",
    )),
    Construction("denial then answer", Sort.SOME, (
        "<deny><stop><assert>", "<deny>. <because>. <assert>", "<deny>; <assert>", "<deny>, since <because>. <assert>",
        "<deny>. <background>. <assert>", "<deny>. <praise>. <assert>", "<deny>, <plain_assert>",
        "<deny> and <deny3>. <assert>", "<opening>. <deny>. rather, <plain_assert>", "<deny>, so <plain_assert>",
    )),
    Construction("answer then denial", Sort.SOME, (
        "<assert><stop><deny>", "<assert>. <deny>, <because>", "<assert>; <deny>", "<plain_assert>, and <deny>",
        "<assert>. <deny>. <deny3>", "<assert>. <background>. <deny>", "<assert>. <praise>. <deny>",
    )),
    Construction("neither nor", Sort.SOME, (
        "neither {2} nor {3}<dash>{+1}", "neither {2} nor {3}, but {+1}", "it <be> neither {2} nor {3}. <assert>",
        "neither {2} nor {3} fits. <assert>", "{+1}. neither {2} nor {3}", "it <be> {+1}, neither {2} nor {3}",
        "neither {2}, {3} nor {4}. {+1}", "no {2}, no {3}, just {+1}",
    )),
    Construction("although others say", Sort.SOME, (
        "although <people> <say>, <plain_assert>", "even if <people> <say>, <plain_assert>",
        "<people> <say>, <but> <plain_assert>", "<plain_assert>, even though <people> <say>",
        "while <people> <say>, <plain_assert>", "<people> <say>. they are wrong: <plain_assert>",
        "<people> <say>, which is a mistake. <assert>", "you may hear {2}, <but> <plain_assert>",
        "whatever <people> <say>, <plain_assert>", "<people> <say>. don't listen to them, <plain_assert>",
        "I used to think it <be> {2}, <but> <plain_assert>",
    )),
    Construction("first guess then final", Sort.SOME, (
        "my first guess was {2}, but now I say {+1}", "at first I thought of {2}. now I'm sure it <be> {+1}",
        "first I wanted to say {2}, but it <be> {+1}", "I was going to say {2}, but <plain_assert>",
        "{2} came to mind first. after some thought, {+1}", "first answer: {2}. final answer: {+1}",
        "guess: {2}. after checking: {+1}", "initially {2}, finally {+1}", "draft: {2} (crossed out). final: {+1}",
        "I started with {2} and ended with {+1}, which is what I submit",
    )),
    Construction("corrected", Sort.SOME, (
        "{2}... <oops>, {+1}", "{2}. <oops>. {+1}", "<it_be> {2}... <oops>: {+1}", "{2} - <oops>, it <be> {+1}",
        "it <be> {2}. <oops>. <assert>", "{2}, <oops>, {+1}", "<think> it <be> {2}. <oops>. <plain_assert>",
        "{2}, <fact>. <oops>. <assert>", "{2}... or {3}... <oops>, {+1}",
    )),
    Construction("guess refuted", Sort.SOME, (
        "{2}? <no>. {+1}", "is it {2}? <no>, <plain_assert>", "{2}? <no>. {3}? <no>. {+1}? <yes>", "{2}? <no>, {+1}",
        "you said {2}? <no>. <assert>", "maybe {2}? <no>. <assert>", "{+1}? <yes>. {2}? <no>",
        "could it be {2}? <no>. could it be {+1}? <yes>", "Q: {2}? A: <no>. Q: {+1}? A: <yes>", "{2} <no>, {+1} <yes>",
    )),
    Construction("list decided", Sort.SOME, (
        "<list>? {+1}", "<list>: {+1}", "of <list>, it <be> {+1}", "<list>? <assert>", "<block>\nanswer: {+1}",
        "<block>\n<plain_assert>", "options: <list>. choice: {+1}", "<list>? I pick {+1}", "is it <list>? {+1}",
        "<block>\nI go for {+1}", "candidates were <list>; <plain_assert>", "{+1} out of <list>",
        "from <list> I choose {+1}", "among <list>, only {+1} fits",
    )),
    Construction("instead of", Sort.SOME, (
        "{+1} instead of {2}", "it <be> {+1} instead of {2}", "instead of {2}, say {+1}",
        "instead of {2} it should read {+1}", "{+1}, in place of {2}", "replace {2} by {+1} and you have it",
        "where some put {2}, it should be {+1}", "take {+1} instead of {2}",
    )),
    Construction("confusion", Sort.SOME, (
        "{+1}, not to be confused with {2}", "do not confuse {2} with the answer, which is {+1}",
        "don't mix up {+1}, the answer, with {2}", "people mix this up with {2}, but it <be> {+1}",
        "{2} is a mix-up; {+1} is meant", "{+1}, often mistaken for {2}", "it sounds like {2} but it <be> {+1}",
    )),
    Construction("only that one fits", Sort.SOME, (
        "only {+1} fits, {2} doesn't", "{2} is wrong, {+1} is right", "{+1} is right, {2} is wrong",
        "right: {+1}, wrong: {2}", "wrong: {2}\nright: {+1}", "{2} ✗ {+1} ✓", "true: {+1}; false: {2}, {3}",
        "{+1} yes, {2} no", "no to {2}, yes to {+1}", "striking {2} and {3} leaves {+1}",
        "{2} drops out, {3} too, so {+1} it is", "if you exclude {2}, only {+1} is left",
    )),
    Construction("former", Sort.SOME, (
        "it used to be {2}, now it is {+1}", "no longer {2} but {+1}", "once {2}, today {+1}",
        "not {2} any more, {+1} now", "before it was {2}; since then it is {+1}", "{+1}, which replaced {2}",
        "{2} is outdated; today it is {+1}", "the old answer was {2}, the current one is {+1}",
    )),
    Construction("other question", Sort.SOME, (
        "{2} is the answer to another question; here <plain_assert>",
        "{2} would answer a different question. <assert>", "you are thinking of {2}, but <plain_assert>",
        "{2} is something else, {+1} is what you ask for", "{2} came later, the answer is {+1}",
        "{2} was next, the one you ask about is {+1}", "{2} was involved too, but the answer is {+1}",
        "had you asked something else, {2} would be right; here it <be> {+1}",
    )),
    Construction("correcting the asker", Sort.SOME, (
        "you wrote {2}, it should be {+1}", "your note says {2}. that's an error, <plain_assert>",
        "the key says {2}, which is a misprint for {+1}", "contrary to what you suggest, it <benot> {2}. <assert>",
        "s/{2}/{+1}/", "{2} -> {+1}", "read {+1} where it says {2}",
        "it says {2} on the sheet, which is wrong. <assert>",
    )),
    Construction("others possible in theory", Sort.SOME, (
        "{2} was considered, but {+1} it <be>", "{2} would have been possible, <but> <plain_assert>",
        "it could have been {2}, <but> <plain_assert>", "you'd expect {2}, <but> <plain_assert>",
        "if it weren't for the details I'd say {2}, but <plain_assert>", "{2} looks tempting, <but> <plain_assert>",
        "one would think {2}. <but> <plain_assert>", "I wish it were {2}, but <plain_assert>",
        "much as I like {2}, <plain_assert>",
    )),
    Construction("reasoned", Sort.SOME, (
        "{2}: <no>, <because>. {3}: <no>. {+1}: <yes>", "I considered {2} and {3}. in the end I settled on {+1}",
        "it's between {2} and {+1}, and I go with {+1}", "I waver between {+1} and {2}, but lean towards {+1}",
        "I thought of {2}, but <because>. so <plain_assert>",
        "could be {2} or {+1}; <because>, so {2} drops out and {+1} stays",
        "step one: {2} doesn't work, <because>. step two: {+1} works. result: {+1}", "{2} or {+1}... I'd say {+1}",
        "first {2} looks right, then one sees that {+1} <deed>", "between {2} and {+1} I choose {+1}",
        "{+1} or {2}, but more likely {+1}",
    )),
    Construction("statement with a contrast", Sort.SOME, (
        "{+1}, not {2}, <deed>", "{+1} <deed>, not {2}", "{+1} <deed>, {2} does not count",
        "<people> say {2} <deed>, but {+1} is right", "{+1} <deed>. <deny>", "it is false that {2} <deed>; {+1} does",
        "that {2} <deed> is wrong, <plain_assert>", "unlike {2}, {+1} fits: {+1} <deed>",
        "{+1} <deed>; {2} only took part",
    )),
    Construction("dialogue", Sort.SOME, (
        "me: {2}? teacher: <no>. me: {+1}? teacher: <yes>", "A: {2}\nB: <no>, {+1}\nA: you are right",
        "- {2}?\n- <no>, {+1}", "they asked me if it <be> {2}. I said: <no>, {+1}", "my friend said {2}, I say {+1}",
        "she told me {2}, which I know is wrong; <plain_assert>", "your guess: {2}. <no>. solution: {+1}",
    )),
)
