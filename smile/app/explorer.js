// Lists the rows of a scored file. All texts of the file are inserted as text, never as markup.
const N_BINS = 20, ROWS_OF_A_PAGE = 15;
const OWN = "own: ";
const VERDICTS = {true: "correct", false: "incorrect"}, MARKS = {correct: "✓", incorrect: "✗", unsure: "?"};
const part = (name) => element.querySelector(`[data-part="${name}"]`);
let data = null, all = [], columns = [], hidden = new Set(), shown = [], texts = [];
// Corrections: labels by row, and accepted answers with their question and its earlier references.
// `reviewed` has by answer the label that was last taken over from the tab Check against people.
let labels = {}, added = [], reviewed = {}, ofFile = null;
let systems = [], rowsOf = new Map(), sortedBy = null, ascending = true, bin = null, slice = null, page = 0, selected = null;

const {make} = smile;
const rangeOf = (i) => `${(i / N_BINS).toFixed(2)} to ${((i + 1) / N_BINS).toFixed(2)}`;
const binOf = (row) => Math.min(N_BINS - 1, Math.floor(data.smile[row] * N_BINS));
const cell = (row, name) => name.startsWith(OWN) ? data.own[name.slice(OWN.length)][row]
    : name === "references" ? data.references[row].join(" | ")
    : name === "verdict" ? verdictOf(row) : name === "reason" && row in labels ? "Corrected by you" : name === "people" ? VERDICTS[data.people[row]] ?? "" : data[name][row];
const verdictOf = (row) => VERDICTS[labels[row]] ?? data.verdict[row];
const isCorrect = (row) => labels[row] ?? data.correct[row];
const isMatrix = () => systems.length > 1 && part("matrix").checked;
const nCorrected = () => Object.keys(labels).length;
const counted = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

// A bar for each step of the score, with its verdicts one above the other.
function drawHistogram() {
    const verdictsOf = Array.from({length: N_BINS}, () => []);
    data.smile.forEach((_, row) => verdictsOf[binOf(row)].push(verdictOf(row)));
    const most = Math.max(...verdictsOf.map(({length}) => length));
    part("histogram").style.setProperty("--threshold", `${100 * data.threshold}%`);
    part("histogram").replaceChildren(...verdictsOf.map((verdicts, i) => {
        const name = `${verdicts.length} rows with SMILE ${rangeOf(i)}`;
        const bar = make("button", {type: "button", class: "bar", title: name, "aria-label": name, "aria-pressed": i === bin});
        bar.disabled = !verdicts.length;
        for (const verdict of Object.keys(MARKS).reverse()) {
            const n = verdicts.filter((each) => each === verdict).length;
            if (n) bar.append(make("i", {class: verdict, style: `height: ${100 * n / most}%`}));
        }
        bar.onclick = () => {
            [bin, page] = [bin === i ? null : i, 0];
            drawHistogram();
            list();
            part("histogram").children[i].focus();
        };
        return bar;
    }));
}

function head() {
    if (isMatrix()) {
        const names = ["Question", ...systems];
        return part("head").replaceChildren(...names.map((name) => make("th", {scope: "col", dir: "auto"}, name)));
    }
    part("head").replaceChildren(...columns.map(([name, label]) => {
        const field = make("th", {scope: "col",
            "aria-sort": sortedBy !== name ? "none" : ascending ? "ascending" : "descending"});
        const button = make("button", {type: "button"}, label + (sortedBy !== name ? " ⇅" : ascending ? " ▲" : " ▼"));
        button.addEventListener("click", () => {
            ascending = sortedBy === name ? !ascending : true;
            sortBy(name, ascending);
            part("head").children[columns.findIndex((column) => column[0] === name)].firstChild.focus();
        });
        field.append(button);
        return field;
    }));
}

function sortBy(name, isAscending) {
    [sortedBy, ascending, page] = [name, isAscending, 0];
    part("sort").value = name === null ? "" : `${ascending ? "up" : "down"} ${name}`;
    head();
    list();
}

const option = (value, text) => make("option", {value}, text);

// Fills the choices of columns to show, sort and group by.
function fillChoices() {
    const isText = (name) => data[name]?.some((each) => typeof each === "string" && each);
    // Columns that a setting or a file lacks are left out, and so are empty ones that are hidden at first.
    all = props.columns.filter(([name, , kind, isFirst]) => name === "people" ? data.people : !data[name] ? false
        : name === "question" ? data.question.some((each, row) => each && each !== data.id[row])
        : isFirst || kind !== "str" || isText(name));
    all.push(...Object.keys(data.own).map((name) => [OWN + name, name]));
    hidden = new Set(all.filter(([, , , isFirst]) => !isFirst).map(([name]) => name));
    texts = data.smile.map((_, row) => all.map(([name]) => typeof cell(row, name) === "number" ? "" : cell(row, name)).join("\n").toLowerCase());
    const of = {smile: ["lowest SMILE first", "highest SMILE first"], doubt: ["most certain first", "most uncertain first"]};
    part("sort").replaceChildren(option("", "as in the file"), ...all.flatMap(([name, label]) =>
        ["up", "down"].map((way, i) => option(`${way} ${name}`, of[name]?.[i] ?? `${label} ${i ? "▼" : "▲"}`))));
    part("group").replaceChildren(option("", "(choose a column)"), ...Object.keys(data.slices).map((name) => option(name, name)));
    part("group").parentElement.hidden = part("group").length === 1;
    part("columns").replaceChildren(...all.slice(1).map(([name, label]) => {
        const line = make("label"), box = make("input", {type: "checkbox"});
        box.checked = !hidden.has(name);
        box.addEventListener("change", () => { hidden[box.checked ? "delete" : "add"](name); showColumns(); });
        line.append(box, ` ${label}`);
        return line;
    }));
}

function showColumns() {
    columns = all.filter(([name]) => !hidden.has(name));
    head();
    list();
}

// Fills in the 95 % intervals, which the server computes, unless the table has been drawn again in between.
async function drawIntervals(cells, of) {
    const correct = data.smile.map((_, row) => isCorrect(row)), found = await server.intervals({correct, asked: data.asked, of});
    cells.forEach((field, i) => {
        const [low, high] = found[i];
        const bar = make("span", {class: "smile-interval", "aria-hidden": "true"}), range = make("i"), point = make("b");
        [range.style.left, range.style.width] = [low, high - low].map((share) => `${100 * share}%`);
        point.style.left = field.dataset.share;
        bar.append(range, point);
        field.replaceChildren(`${Math.round(100 * low)} to ${Math.round(100 * high)} %`, bar);
    });
}

// How many are correct in each slice of the chosen column; a slice lists its rows.
function drawSlices() {
    const found = data.slices[part("group").value];
    part("slices").hidden = !found;
    if (!found) return;
    const table = make("table"), top = make("tr"), body = make("tbody");
    table.append(make("caption", {}, `Accuracy by ${part("group").value}${nCorrected() ? `, with ${counted(nCorrected(), "correction")}` : ""}`), make("thead"), body);
    table.tHead.append(top);
    for (const label of ["Group", "Rows", "Correct", "95 % interval"]) top.append(make("th", {scope: "col"}, label));
    found.names.forEach((name, i) => {
        const rows = data.smile.map((_, row) => row).filter((row) => found.of[row] === i);
        const n = rows.length, n_correct = rows.filter(isCorrect).length;
        const line = make("tr"), first = make("th", {scope: "row"}), last = make("td");
        last.dataset.share = `${100 * n_correct / n}%`;
        const button = make("button", {type: "button", dir: "auto", "aria-pressed": i === slice}, name);
        button.addEventListener("click", () => {
            [slice, page] = [i === slice ? null : i, 0];
            drawSlices();
            list();
            part("slices").querySelectorAll("button")[i].focus();
        });
        first.append(button);
        line.append(first, make("td", {}, n), make("td", {}, `${n_correct} (${Math.round(100 * n_correct / n)} %)`), last);
        body.append(line);
    });
    part("slices").replaceChildren(table);
    drawIntervals([...body.querySelectorAll("td:last-child")], found.of);
}

function matches(row, kind) {
    return kind === "all" || (kind === "mine" ? row in labels || isAdded(row)
        : kind === "disputed" ? data.people[row] !== null && data.people[row] !== isCorrect(row)
        : kind === "suspect" ? data.suspicion[row]
        : verdictOf(row) === kind);
}

function list() {
    const sought = part("search").value.trim().toLowerCase(), kind = part("kind").value;
    const sliceOf = data.slices[part("group").value]?.of;
    shown = data.smile.map((_, row) => row).filter((row) =>
        matches(row, kind) && (bin === null || binOf(row) === bin) && (slice === null || sliceOf[row] === slice)
        && (!sought || texts[row].includes(sought)));
    if (sortedBy !== null) {
        const compare = (a, b) => typeof a === "number" ? a - b : String(a).localeCompare(String(b), undefined, {numeric: true});
        shown.sort((a, b) => (ascending ? 1 : -1) * compare(cell(a, sortedBy), cell(b, sortedBy)) || a - b);
    }
    const lines = linesShown();
    const n_pages = Math.max(1, Math.ceil(lines.length / ROWS_OF_A_PAGE));
    page = Math.min(page, n_pages - 1);
    part("count").textContent = `${shown.length.toLocaleString("en")} of ${data.smile.length.toLocaleString("en")} rows`;
    part("none").hidden = shown.length > 0;
    part("clear").hidden = bin === null;
    part("clear").textContent = bin === null ? "" : `SMILE ${rangeOf(bin)} ✕`;
    [part("page").value, part("page").max] = [page + 1, n_pages];
    part("pages").textContent = `of ${n_pages}`;
    part("before").disabled = page === 0;
    part("next").disabled = page === n_pages - 1;
    const drawn = lines.slice(page * ROWS_OF_A_PAGE, (page + 1) * ROWS_OF_A_PAGE);
    part("body").replaceChildren(...drawn.map(isMatrix() ? questionLine : rowLine));
    for (const [name, by] of [["up", -1], ["down", 1]]) part(name).disabled = besideSelected(by) === undefined;
}

// The lines of the list: the questions side by side, or the rows.
const linesShown = () => isMatrix() ? [...new Set(shown.map((row) => data.asked[row]))] : shown;

const verdictMark = (verdict) => make("span", {class: `verdict ${verdict}`}, `${MARKS[verdict]} ${verdict}`);

function rowLine(row) {
    const line = make("tr", {"aria-selected": row === selected});
    line.dataset.row = row;
    for (const [name, label, kind] of columns) {
        const value = cell(row, name), style = name.startsWith(OWN) ? "own" : name;
        const isNumber = typeof value === "number" && name !== "id";
        const field = make("td", {class: isNumber ? `number ${style}` : style, "data-label": label});
        if (name === "id") {
            const system = data.system ? ` of ${data.system[row]}` : "";
            field.append(make("button", {type: "button", "aria-label": `Show row ${value}${system}`}, value));
        } else if (name === "verdict" || name === "people") {
            if (value) field.append(verdictMark(value));
            if (name === "verdict" && row in labels) field.append(byYou());
        }
        else if (isNumber) field.textContent = kind === "float" ? value.toFixed(2) : value;
        else field.append(make("div", {dir: "auto"}, value));
        line.append(field);
    }
    line.addEventListener("click", () => open(row));
    return line;
}

const byYou = () => make("small", {}, " by you");

// One question, and in a cell for each system its verdict and its answer, if it has one.
function questionLine(question) {
    const line = make("tr"), first = make("th", {scope: "row"}), rows = rowsOf.get(question);
    const [any] = rows.values(), text = make("div", {dir: "auto"}, data.question[any] || data.id[any]), why = data.suspicion[any];
    if (why) text.prepend(make("span", {class: "suspect", role: "img", title: why, "aria-label": why}, "⚠"), " ");
    first.append(text);
    line.append(first, ...systems.map((name) => {
        const row = rows.get(name), field = make("td", {"data-label": name});
        if (row === undefined) {
            field.append(make("small", {}, "no answer in the file"));
            return field;
        }
        const said = row in labels ? `${verdictOf(row)} by you` : verdictOf(row);
        const button = make("button", {type: "button", "aria-label": `${said}: ${data.prediction[row]} (${name})`});
        button.append(verdictMark(verdictOf(row)), ...(row in labels ? [byYou()] : []), make("div", {dir: "auto"}, data.prediction[row]));
        button.addEventListener("click", () => open(row));
        field.dataset.row = row;
        field.append(button);
        return field;
    }));
    return line;
}

function select(row) {
    selected = row;
    const place = linesShown().indexOf(isMatrix() ? data.asked[row] : row);
    if (place >= 0) page = Math.floor(place / ROWS_OF_A_PAGE);
    list();
    part("accepted").value = answerOf(row);
    part("aside").hidden = false;
    showItem();
    showCorrections();
}

function showItem() {
    const chosen = {threshold: data.threshold, weight: data.weight, setting: data.setting};
    for (const [name, values] of Object.entries(data)) if (Array.isArray(values)) chosen[name] = values[selected];
    trigger("select", {item: {...chosen, verdict: verdictOf(selected), verdict_of_smile: data.verdict[selected],
        is_corrected: selected in labels}});
}

const before = (row) => data.references[row].slice(0, data.references[row].length - data.n_added[row]);
const answerOf = (row) => data.answer_marker[row] ? data.answer_read[row] : data.prediction[row];
const keyOf = (row) => JSON.stringify([data.question[row], before(row)]);
const isAdded = (row) => added.some(({question, references}) => JSON.stringify([question, references]) === keyOf(row));

function showCorrections() {
    part("corrected").hidden = nCorrected() + added.length === 0;
    const accepted = added.length ? ` and ${counted(added.length, "accepted answer")}` : "";
    part("corrections").textContent = `${counted(nCorrected(), "correction")}${accepted}.`;
    part("again").hidden = added.length === 0;
    part("review").hidden = !data.smile.some((_, row) => verdictOf(row) === "unsure");
    if (selected === null) return;
    for (const [name, label] of [["yes", true], ["no", false]]) {
        part(name).setAttribute("aria-pressed", String(verdictOf(selected) === VERDICTS[label]));
    }
    part("add").setAttribute("aria-pressed", String(isAdded(selected)));
}

// The result and the corrections stay in this browser: of its tabs, each finds its own, and a new one the last.
const KEPT = "smile-scored-file", STORES = [sessionStorage, localStorage];

function stored(store, name) {
    try { return JSON.parse(store.getItem(name)); } catch { return null; }
}

function keep() {
    let isKept = true;
    for (const store of STORES) {
        try { store.setItem(KEPT, JSON.stringify({data, labels, added, reviewed})); } catch {
            isKept = false;
            store.removeItem(KEPT);
        }
    }
    part("kept").textContent = isKept ? "This browser keeps the result and your corrections until you remove them."
        : "The storage of this browser is full: download the result before you leave the page.";
}

function remove() {
    const n = nCorrected() + added.length;
    if (n && !window.confirm(`Remove the result and ${counted(n, "correction")}? There is no other copy.`)) return;
    for (const store of STORES) store.removeItem(KEPT);
    trigger("clear", {kept_as: data.kept_as});
    [labels, added, reviewed, ofFile] = [{}, [], {}, null];
    show(null);
}

function restore() {
    const kept = stored(sessionStorage, KEPT) ?? stored(localStorage, KEPT);
    if (!kept?.data) return show(null);
    [labels, added, reviewed, ofFile] = [kept.labels, kept.added, kept.reviewed, nameOf(kept.data)];
    show(kept.data);
    trigger("input", {labels, added, kept_as: data.kept_as});
}

// Labels of the unsure rows, which a user has reviewed in the other tab, are corrections.
function takeReview() {
    const file = stored(localStorage, "smile-labelling-rows"), judged = stored(localStorage, "smile-labelling-labels");
    if (!data || !file?.rows || judged?.set !== file.set) return;
    const answer = (id, question, prediction) => JSON.stringify([id, question ?? "", prediction]), unsure = new Map();
    data.verdict.forEach((verdict, row) => {
        const key = answer(data.id[row], data.question[row], data.prediction[row]);
        if (verdict === "unsure") unsure.set(key, [...unsure.get(key) ?? [], row]);
    });
    const keys = file.prediction.map((prediction, i) => answer(file.id[i], file.question?.[i], prediction));
    if (!keys.every((key) => unsure.has(key))) return;
    const changed = file.rows.map((row, i) => [keys[row], judged.labels[i]]).filter(([key, label]) => (reviewed[key] ?? null) !== label);
    if (!changed.length) return;
    correct(() => {
        for (const [key, label] of changed) {
            reviewed[key] = label;
            for (const row of unsure.get(key)) {
                delete labels[row];
                if (label === "correct" || label === "incorrect") labels[row] = label === "correct";
            }
        }
    });
}
new IntersectionObserver((seen) => { if (seen.some(({isIntersecting}) => isIntersecting)) takeReview(); }).observe(element);

// The server updates the summary and the downloads.
function correct(change) {
    change();
    keep();
    trigger("input", {labels, added, kept_as: data.kept_as});
    if (selected !== null && !part("aside").hidden) showItem();
    showCorrections();
    drawHistogram();
    drawSlices();
    list();
}

// The unsure rows as a file for the labelling tab.
function unsureFile() {
    const rows = data.smile.map((_, row) => row).filter((row) => verdictOf(row) === "unsure");
    const lines = rows.map((row) => JSON.stringify({id: String(data.id[row]), question: data.question[row],
        references: data.references[row], prediction: data.prediction[row]}));
    return new File([lines.join("\n") + "\n"], `${data.stem}_unsure.jsonl`, {type: "application/jsonl"});
}

function wireCorrections() {
    for (const [name, label] of [["yes", true], ["no", false]]) {
        part(name).onclick = () => correct(() => {
            if (labels[selected] === label || data.verdict[selected] === VERDICTS[label]) delete labels[selected];
            else labels[selected] = label;
        });
    }
    part("add").onclick = () => correct(() => {
        const key = keyOf(selected), answer = part("accepted").value.trim();
        if (isAdded(selected)) added = added.filter(({question, references}) => JSON.stringify([question, references]) !== key);
        else if (answer) added = [...added, {question: data.question[selected], references: before(selected), answer}];
        if (isAdded(selected)) labels[selected] = true;
        else delete labels[selected];
    });
    part("again").onclick = () => { labels = {}; trigger("submit", {labels, added}); };
    part("review").onclick = () => smile.sendTo("Check against people", unsureFile());
    part("remove").onclick = remove;
    part("forget").onclick = () => correct(() => { [labels, added] = [{}, []]; });
}

// The card and the buttons stand together beside the list, on a phone at the lower edge of the screen.
function wirePanel() {
    if (element.querySelector(".smile-panel")) return;
    const panel = make("div", {class: "smile-panel", tabindex: -1, role: "group", "aria-label": "The chosen row"}), card = element.querySelector(".smile-item");
    part("aside").before(panel);
    panel.append(card, part("aside"));
    part("up").onclick = () => move(-1);
    part("down").onclick = () => move(1);
}

// The row before or after the chosen one: in the list, or in its system if the systems stand side by side.
function besideSelected(by) {
    if (selected === null) return undefined;
    const name = data.system?.[selected];
    const rows = isMatrix() ? linesShown().map((question) => rowsOf.get(question).get(name)).filter((row) => row !== undefined) : shown;
    return rows[rows.indexOf(selected) + by];
}

function move(by) {
    const next = besideSelected(by);
    if (next !== undefined) open(next);
}

// Focus moves from the list to the panel beside it, and back to the row. The card in the panel is replaced, and so has none.
const rowButton = () => element.querySelector(`[data-row="${selected}"] button`);
// The line of the row keeps its place in the window, although the list becomes narrower.
function open(row) {
    const top = () => element.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect().top, before = top();
    if (row !== selected || part("aside").hidden) select(row);
    window.scrollBy(0, top() - before || 0);
    element.querySelector(".smile-panel").focus({preventScroll: true});
}
function goBack() {
    part("aside").hidden = true;
    rowButton()?.focus({preventScroll: true});
    rowButton()?.scrollIntoView({block: "nearest"});
}
element.addEventListener("click", (event) => { if (event.target.closest("[data-back]")) goBack(); });
element.addEventListener("keydown", (event) => {
    if (part("aside").hidden || !event.target.closest(".smile-panel, [data-row]")) return;
    if (event.key === "Escape") return goBack();
    if (event.target.matches("input")) return;
    const by = {ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1}[event.key];
    if (!by) return;
    event.preventDefault();
    move(by);
});

const nameOf = ({stem, id, prediction}) => JSON.stringify([stem, id, prediction]);

function render() {
    if (!props.value) return restore();
    if (ofFile !== nameOf(props.value)) {
        if (added.length) trigger("input", {labels: {}, added: [], kept_as: props.value.kept_as});
        [labels, added, reviewed, ofFile] = [{}, [], {}, nameOf(props.value)];
    }
    show(props.value);
    keep();
    // SMILE's verdicts of the file, scored again, have the corrections, too.
    if (nCorrected()) trigger("input", {labels, added, kept_as: data.kept_as});
}

function show(found) {
    data = found;
    for (const section of element.querySelectorAll(".smile-explorer")) section.hidden = !data;
    if (!data) return;
    part("disputed").hidden = !data.people;
    part("suspect").hidden = !data.suspicion.some(Boolean);
    part("aside").hidden = true;
    // The best system comes first.
    const share = (name) => {
        const rows = data.smile.map((_, row) => row).filter((row) => data.system[row] === name);
        return rows.filter((row) => data.correct[row]).length / rows.length;
    };
    systems = data.is_compared ? [...new Set(data.system)].sort((a, b) => share(b) - share(a)) : [];
    rowsOf = new Map();
    data.asked.forEach((question, row) => {
        if (!rowsOf.has(question)) rowsOf.set(question, new Map());
        rowsOf.get(question).set(data.system?.[row], row);
    });
    part("sideBySide").hidden = systems.length < 2;
    part("matrix").checked = systems.length > 1;
    part("matrix").onchange = () => { page = 0; head(); list(); };
    [bin, slice, selected] = [null, null, null];
    part("search").value = ""; part("kind").value = "all";
    wirePanel();
    wireCorrections();
    showCorrections();
    fillChoices();
    drawSlices();
    part("search").oninput = part("kind").onchange = () => { page = 0; list(); };
    part("sort").onchange = () => {
        const [way, ...name] = part("sort").value.split(" ");
        sortBy(name.join(" ") || null, way !== "down");
    };
    part("group").onchange = () => { [slice, page] = [null, 0]; drawSlices(); list(); };
    part("page").onchange = () => { page = Math.max(1, Math.round(Number(part("page").value)) || 1) - 1; list(); };
    part("clear").onclick = () => { bin = null; drawHistogram(); list(); };
    part("all").onclick = () => {
        [bin, slice, part("search").value, part("kind").value] = [null, null, "", "all"];
        drawHistogram();
        drawSlices();
        list();
    };
    part("before").onclick = () => { page--; list(); };
    part("next").onclick = () => { page++; list(); };
    drawHistogram();
    columns = all.filter(([name]) => !hidden.has(name));
    sortBy(null, true);
}
watch("value", render);
restore();
