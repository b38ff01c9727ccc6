// Shows rows one by one and keeps the labels in this browser, one set for all its tabs. All texts of the file are
// inserted as text.
const FILE = "smile-labelling-rows", LABELS = "smile-labelling-labels";
const KEYS = {y: "correct", n: "incorrect", u: "unsure", b: "back"}, MARKS = {correct: "✓", incorrect: "✗", unsure: "?"};
const REVIEW = "Your labels of these rows count in Score a file, as your corrections. ";
// Fewer labels give no useful estimate.
const FEWEST = 10;
const part = (name) => element.querySelector(`[data-part="${name}"]`);
// An apostrophe precedes a text that a spreadsheet would read as a formula.
const asText = (text) => /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
let data = null, labels = [], at = 0, asking = null, isStale = false;

const nJudged = () => labels.filter((label) => label !== null).length;
const nToGo = () => Math.min(FEWEST, data.rows.length) - nJudged();
const told = (text) => { part("problem").hidden = !text; part("problem").textContent = text; };

function stored(name) {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

function keep(name, value) {
    try { localStorage.setItem(name, JSON.stringify(value)); } catch {
        told("The storage of this browser is full: download the labels before you leave this page.");
    }
}

// The first answer from a position on that has no label, in turn; behind the last one if all have one.
function nextOpen(from) {
    const open = labels.map((label, i) => label === null ? i : -1).filter((i) => i >= 0);
    return open.find((i) => i >= from) ?? open[0] ?? labels.length;
}

function show(isJudging) {
    const row = data.rows[at], isDone = at >= data.rows.length;
    part("start").hidden = isJudging;
    part("judging").hidden = !isJudging;
    part("taking").hidden = nJudged() === 0;
    part("row").hidden = isDone;
    for (const button of element.querySelectorAll("[data-label]")) button.disabled = isDone;
    part("back").disabled = at === 0;
    const counts = Object.keys(MARKS).map((label) => `${labels.filter((each) => each === label).length} ${label}`);
    part("count").textContent = isDone ? `All ${data.rows.length} judged: ${counts.join(", ")}.`
        : `Answer ${at + 1} of ${data.rows.length}`;
    part("progress").max = data.rows.length;
    part("progress").value = nJudged();
    part("before").textContent = `${nJudged()} of ${data.rows.length} answers of ${data.file} are judged. The labels are kept in `
        + "this browser.";
    part("signature").textContent = data.signature;
    part("left-out").textContent = (data.file.endsWith("_unsure.jsonl") ? REVIEW : "") + (data.left_out ?? "");
    part("soon").hidden = !isJudging || nJudged() === 0 || nToGo() <= 0;
    part("soon").textContent = `${nToGo()} more ${nToGo() === 1 ? "label" : "labels"} until an estimate appears here.`;
    if (!isJudging || nToGo() > 0) part("estimate").replaceChildren();
    list();
    listDifferences(isJudging && nToGo() <= 0);
    if (isDone) return;
    part("question").textContent = data.question?.[row] ?? "";
    part("references").replaceChildren(...data.references[row].map((text) => smile.make("li", {dir: "auto"}, text)));
    part("answer").textContent = data.prediction[row] || "(empty)";
}

// Lists the labels; a click shows the answer again, to be labelled again.
function list() {
    part("judged").textContent = `Your labels (${nJudged()})`;
    if (!part("judged").parentElement.open) return;
    part("list").replaceChildren(...labels.flatMap((label, i) => {
        if (label === null) return [];
        const item = smile.make("li"), text = `${MARKS[label]} ${label}: ${data.prediction[data.rows[i]] || "(empty)"}`;
        const button = smile.make("button", {type: "button", dir: "auto"}, text);
        button.onclick = () => goTo(i);
        item.append(button);
        return [item];
    }));
}

// Lists the answers whose label is not SMILE's verdict; a click shows the answer again.
function listDifferences(isTime) {
    const differing = labels.flatMap((label, i) =>
        (label === "correct" || label === "incorrect") && (label === "correct") !== data.correct[data.rows[i]] ? [i] : []);
    part("differing").hidden = !isTime || !differing.length;
    part("differences").textContent = `Where SMILE differs from your labels (${differing.length})`;
    part("differing-list").replaceChildren(...differing.map((i) => {
        const row = data.rows[i], item = smile.make("li"), verdict = data.correct[row] ? "correct" : "incorrect";
        const button = smile.make("button", {type: "button", dir: "auto"}, data.prediction[row] || "(empty)");
        button.onclick = () => goTo(i);
        item.append(button, smile.make("p", {dir: "auto"}, `You: ${labels[i]}. SMILE: ${verdict} (${data.smile[row].toFixed(2)}). `
            + `${data.question?.[row] ?? ""} Correct: ${data.references[row].join(" | ")}`));
        return item;
    }));
}

function goTo(position) {
    at = position;
    show(true);
    part("judging").focus();
    part("judging").scrollIntoView({block: "nearest"});
}

function judge(label) {
    if (label === "back") at = Math.max(0, at - 1);
    else if (at >= data.rows.length) return;
    else {
        const kept = stored(LABELS);
        if (kept?.set === data.set) labels = kept.labels; // with those of another tab
        labels[at] = label;
        keep(LABELS, {set: data.set, labels});
        at = nextOpen(at + 1);
    }
    show(true);
    // A button that is disabled loses the focus, and the keys with it.
    if (!part("judging").contains(document.activeElement) || document.activeElement.disabled) part("judging").focus();
    if (label !== "back") estimate();
}

// Asks for the estimate of the latest labels, one request at a time; returns whether it came.
function estimate() {
    return nToGo() <= 0 && asked();
}

function asked() {
    isStale = true;
    asking ??= (async () => {
        let isThere = false;
        while (isStale) { isStale = false; isThere = await ask(); }
        asking = null;
        return isThere;
    })();
    return asking;
}

async function ask() {
    const {smile, correct, given, asked, system, rows} = data;
    const said = labels.map((label) => label === "correct" ? true : label === "incorrect" ? false : null);
    try {
        const found = await server.estimate({smile, correct, given, asked, system, rows, labels: said});
        told(found.error ?? "");
        if (found.error) return false;
        if (nToGo() <= 0 && !part("judging").hidden) part("estimate").innerHTML = found.html;
        return true;
    } catch {
        told("The estimate failed. Your labels are kept in this browser: try again.");
        return false;
    }
}

// The label of each row: the user's or the file's, else null.
function known() {
    const all = data.given.slice();
    data.rows.forEach((row, i) => { if (labels[i] === "correct" || labels[i] === "incorrect") all[row] = labels[i] === "correct"; });
    return all;
}

function csv() {
    const quoted = (value) => value === null ? "" : typeof value === "number" ? String(value)
        : `"${String(value).replaceAll('"', '""')}"`;
    const columns = {id: data.id.map(asText), ...(data.question && {question: data.question.map((text) => asText(text ?? ""))}),
        references: data.references.map((each) => JSON.stringify(each)), prediction: data.prediction.map(asText),
        ...(data.system && {system: data.system}), smile: data.smile,
        human: known()};
    const lines = data.smile.map((_, row) => Object.values(columns).map((cells) => quoted(cells[row])).join(","));
    return [Object.keys(columns).map(quoted).join(","), ...lines, ""].join("\n");
}

function take() {
    smile.save(new File([csv()], "labels.csv", {type: "text/csv"}));
}

function discard() {
    if (!window.confirm(`Discard ${nJudged()} labels? There is no other copy.`)) return;
    localStorage.removeItem(FILE);
    localStorage.removeItem(LABELS);
    forget();
}

function forget() {
    data = null;
    for (const name of ["start", "judging", "taking", "soon", "differing"]) part(name).hidden = true;
    part("estimate").replaceChildren();
    told("");
}

function wire() {
    for (const button of element.querySelectorAll("[data-label]")) button.onclick = () => judge(button.dataset.label);
    part("back").onclick = () => judge("back");
    part("resume").onclick = () => { goTo(at); estimate(); };
    part("take").onclick = take;
    part("discard").onclick = discard;
    part("judged").parentElement.ontoggle = list;
    smile.savePictures(part("estimate"));
    part("judging").onkeydown = (event) => {
        const label = KEYS[event.key.toLowerCase()];
        if (!label || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        judge(label);
    };
}

// Loads the labels that this browser keeps.
function follow() {
    const file = stored(FILE), kept = stored(LABELS);
    if (!file?.rows || !kept?.labels || kept.set !== file.set) return;
    // Not away from an answer that is being read.
    const isReading = data?.set === file.set && !part("judging").hidden;
    [data, labels] = [file, kept.labels];
    if (!isReading) at = nextOpen(0);
    show(isReading);
}
window.addEventListener("storage", ({key, newValue}) => {
    if (key === LABELS && newValue) follow();
    else if (data && (key === null || key === FILE && !newValue)) forget();
});

function begin() {
    wire();
    if (props.value) start(props.value);
    else follow();
}

// The earlier labels of the chosen rows, if these are of the same file; null if a label would be lost.
function carried(chosen) {
    const isSame = ["question", "references", "prediction"].every(
        (name) => JSON.stringify(data[name]) === JSON.stringify(chosen[name]));
    const of = new Map(data.rows.map((row, i) => [row, labels[i]]));
    const found = chosen.rows.map((row) => of.get(row) ?? null);
    return isSame && found.filter(Boolean).length === nJudged() ? found : null;
}

function start(chosen) {
    follow();
    const kept = data && carried(chosen);
    if (data && !kept && nJudged() > 0
        && !window.confirm(`Discard ${nJudged()} labels of ${data.file}? There is no other copy.`)) { show(false); return; }
    data = {...chosen, set: `${Date.now()} ${Math.random()}`};
    labels = kept ?? Array(data.rows.length).fill(null);
    told("");
    keep(FILE, data);
    keep(LABELS, {set: data.set, labels});
    goTo(nextOpen(0));
    estimate();
}

watch("value", begin);
wire();
follow();
