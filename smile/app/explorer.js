// Draws and lists the rows of a scored file. Every text of the file is written as text, never as markup.
const N_BINS = 20, ROWS_OF_A_PAGE = 15, WIDTH = 480, HEIGHT = 270, LEFT = 44, BOTTOM = 40, TOP = 10, RIGHT = 12;
// Those that a setting or a file lacks are left out, and so are those without a text.
const COLUMNS = [
    ["id", "Row"], ["system", "System"], ["question", "Question"], ["prediction", "Answer"], ["references", "Right answers"],
    ["smile", "SMILE"], ["correct", "Verdict"], ["people", "People"], ["reason", "Why"], ["doubt", "Doubt"],
    ["equivalence", "Same meaning"], ["asserted", "Asserted"], ["answer_read", "Answer read"], ["rule", "Rule"],
    ["semantic", "Semantic"], ["lexical", "Lexical"],
];
// In the list of columns only; and how many of the visitor's own are in the table at first.
const NOT_AT_FIRST = ["rule", "semantic", "lexical"], OWN_AT_FIRST = 3;
const OWN = "own: ";
const VERDICTS = {true: "right", false: "not right"};
const part = (name) => element.querySelector(`[data-part="${name}"]`);
let data = null, all = [], columns = [], hidden = new Set(), shown = [], texts = [];
// What a visitor corrects: labels by row, and right answers with the question and the right answers of before.
let labels = {}, added = [], ofFile = null;
let sortedBy = null, ascending = true, bin = null, slice = null, page = 0, selected = null;

const {make, save} = smile;
const x = (share) => LEFT + share * (WIDTH - LEFT - RIGHT);
const y = (share) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
const binOf = (row) => Math.min(N_BINS - 1, Math.floor(data.smile[row] * N_BINS));
const cell = (row, name) => name.startsWith(OWN) ? data.own[name.slice(OWN.length)][row]
    : name === "references" ? data.references[row].join(" | ")
    : name === "correct" || name === "people" ? VERDICTS[data[name][row]] ?? "" : data[name][row];

// 1, 2 or 5 times a power of ten, so that at most five steps fill the span.
function stepOf(span) {
    const power = 10 ** Math.floor(Math.log10(span / 4));
    return [1, 2, 5, 10].map((factor) => factor * power).find((step) => span / step < 5.001);
}
function ticks(low, high, step) {
    return Array.from({length: Math.round((high - low) / step) + 1}, (_, i) => +(low + i * step).toFixed(3));
}

function axes(svg, across, up, low, most, step) {
    for (const value of ticks(low, 1, stepOf(1 - low))) {
        const at = x((value - low) / (1 - low));
        svg.append(make("line", {x1: at, x2: at, y1: y(0), y2: y(0) + 4, class: "axis"}));
        svg.append(make("text", {x: at, y: y(0) + 16, "text-anchor": "middle"}, value));
    }
    for (const value of ticks(0, most, step)) {
        svg.append(make("line", {x1: x(0), x2: x(1), y1: y(value / most), y2: y(value / most), class: "grid"}));
        svg.append(make("text", {x: x(0) - 6, y: y(value / most) + 4, "text-anchor": "end"}, value));
    }
    svg.append(make("text", {x: x(0.5), y: HEIGHT - 4, "text-anchor": "middle", class: "name"}, across));
    svg.append(make("text", {x: -y(0.5), y: 10, transform: "rotate(-90)", "text-anchor": "middle", class: "name"}, up));
}

function drawHistogram() {
    const counts = Array.from({length: N_BINS}, () => 0);
    data.smile.forEach((_, row) => counts[binOf(row)]++);
    const highest = Math.max(...counts), step = Math.max(1, stepOf(highest)), most = Math.ceil(highest / step) * step;
    const svg = make("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": "Histogram of SMILE"});
    axes(svg, "SMILE", "rows", 0, most, step);
    counts.forEach((count, i) => {
        if (!count) return;
        const range = `${(i / N_BINS).toFixed(2)} to ${((i + 1) / N_BINS).toFixed(2)}`;
        const bar = make("g", {class: "bar", role: "button", tabindex: 0, "aria-pressed": String(i === bin),
            "aria-label": `${count} rows with SMILE ${range}`});
        bar.append(make("title", {}, `${count} rows, ${range}`));
        bar.append(make("rect", {x: x(i / N_BINS), y: TOP, width: x(1 / N_BINS) - x(0), height: y(0) - TOP, class: "catch"}));
        bar.append(make("rect", {x: x(i / N_BINS) + 1, y: y(count / most), width: x(1 / N_BINS) - x(0) - 2,
            height: y(0) - y(count / most), class: (i + 0.5) / N_BINS > data.threshold ? "right" : "wrong", rx: 2}));
        const choose = () => { bin = bin === i ? null : i; page = 0; drawHistogram(); list(); };
        bar.addEventListener("click", choose);
        bar.addEventListener("keydown", (event) => {
            if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); }
        });
        svg.append(bar);
    });
    svg.append(make("line", {x1: x(data.threshold), x2: x(data.threshold), y1: TOP, y2: y(0), class: "threshold"}));
    part("histogram").replaceChildren(svg);
}

function drawScatter() {
    const svg = make("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "application", tabindex: 0,
        "aria-label": "Semantic and lexical scores. The arrow keys move from row to row of the list."});
    // Semantic scores are high as a rule: the axis starts where there are points.
    const low = Math.min(0.9, Math.floor(Math.min(...data.semantic) * 10) / 10);
    const across = (row) => x((data.semantic[row] - low) / (1 - low));
    axes(svg, "semantic (the whole)", "lexical (the words)", low, 1, 0.2);
    data.smile.forEach((_, row) => {
        const [cx, cy] = [across(row), y(data.lexical[row])];
        const point = data.correct[row] ? make("circle", {cx, cy, r: 4.5, class: "point right"})
            : make("path", {d: `M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8`, class: "point wrong"});
        point.dataset.row = row;
        point.append(make("title", {}, `${data.id[row]}: ${data.prediction[row].slice(0, 80)}`));
        svg.append(point);
    });
    // A cross is hard to hit: the nearest point counts, if it is close.
    svg.addEventListener("click", (event) => {
        const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
        const away = (row) => Math.hypot(across(row) - place.x, y(data.lexical[row]) - place.y);
        const near = shown.filter((row) => away(row) < 14).sort((a, b) => away(a) - away(b));
        if (near.length) select(near[0]);
    });
    svg.addEventListener("keydown", (event) => {
        const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
        if (!step || !shown.length) return;
        event.preventDefault();
        select(shown[(shown.indexOf(selected) + step + shown.length) % shown.length]);
    });
    part("scatter").replaceChildren(svg);
}

function head() {
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

// Which columns the table has, by which one sorts and groups.
function fillChoices() {
    const isText = (name) => data[name]?.some((each) => typeof each === "string" && each);
    all = COLUMNS.filter(([name]) => name === "people" ? data.people : !data[name] ? false
        : name === "question" ? data.question.some((each, row) => each && each !== data.id[row])
        : !["answer_read", "rule"].includes(name) || isText(name));
    const own = Object.keys(data.own).map((name) => [OWN + name, name]);
    all = [...all, ...own];
    hidden = new Set([...NOT_AT_FIRST, ...own.slice(OWN_AT_FIRST).map(([name]) => name)]);
    texts = data.smile.map((_, row) => all.map(([name]) => typeof cell(row, name) === "number" ? "" : cell(row, name)).join("\n").toLowerCase());
    const of = {smile: ["lowest SMILE first", "highest SMILE first"], doubt: ["least doubtful first", "most doubtful first"]};
    part("sort").replaceChildren(option("", "as in the file"), ...all.flatMap(([name, label]) =>
        ["up", "down"].map((way, i) => option(`${way} ${name}`, of[name]?.[i] ?? `${label} ${i ? "▼" : "▲"}`))));
    part("group").replaceChildren(option("", "nothing"), ...Object.keys(data.slices).map((name) => option(name, name)));
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

// How many are right in each slice of the chosen column; a slice lists its rows.
function drawSlices() {
    const found = data.slices[part("group").value];
    part("slices").hidden = !found;
    if (!found) return;
    const table = make("table"), top = make("tr"), body = make("tbody");
    table.append(make("caption", {}, `Right answers by ${part("group").value}`), make("thead"), body);
    table.tHead.append(top);
    for (const label of ["Group", "Rows", "Right", "95 % interval"]) top.append(make("th", {scope: "col"}, label));
    found.slices.forEach(([name, n, right, low, high], i) => {
        const line = make("tr"), first = make("th", {scope: "row"}), last = make("td");
        const button = make("button", {type: "button", dir: "auto", "aria-pressed": String(i === slice)}, name);
        button.addEventListener("click", () => {
            [slice, page] = [i === slice ? null : i, 0];
            drawSlices();
            list();
            part("slices").querySelectorAll("button")[i].focus();
        });
        first.append(button);
        const bar = make("span", {class: "smile-interval", "aria-hidden": "true"}), range = make("i"), point = make("b");
        [range.style.left, range.style.width, point.style.left] = [low, high - low, right / n].map((share) => `${100 * share}%`);
        bar.append(range, point);
        last.append(`${Math.round(100 * low)} to ${Math.round(100 * high)} %`, bar);
        line.append(first, make("td", {}, n), make("td", {}, `${right} (${Math.round(100 * right / n)} %)`), last);
        body.append(line);
    });
    part("slices").replaceChildren(table);
}

function matches(row, kind) {
    return kind === "all" || (kind === "mine" ? row in labels || isAdded(row)
        : kind === "disputed" ? data.people[row] !== null && data.people[row] !== data.correct[row]
        : data.correct[row] === (kind === "right"));
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
    const n_pages = Math.max(1, Math.ceil(shown.length / ROWS_OF_A_PAGE));
    page = Math.min(page, n_pages - 1);
    part("count").textContent = `${shown.length.toLocaleString("en")} of ${data.smile.length.toLocaleString("en")} rows`;
    part("none").hidden = shown.length > 0;
    part("clear").hidden = bin === null;
    part("clear").textContent = bin === null ? "" : `SMILE ${(bin / N_BINS).toFixed(2)} to ${((bin + 1) / N_BINS).toFixed(2)} ✕`;
    [part("page").value, part("page").max] = [page + 1, n_pages];
    part("pages").textContent = `of ${n_pages}`;
    part("before").disabled = page === 0;
    part("next").disabled = page === n_pages - 1;
    part("body").replaceChildren(...shown.slice(page * ROWS_OF_A_PAGE, (page + 1) * ROWS_OF_A_PAGE).map((row) => {
        const line = make("tr", {"aria-selected": String(row === selected)});
        line.dataset.row = row;
        for (const [name, label] of columns) {
            const value = cell(row, name), isOwn = name.startsWith(OWN);
            const isNumber = typeof value === "number" && name !== "id", kind = isOwn ? "own" : name;
            const field = make("td", {class: isNumber ? `number ${kind}` : kind, "data-label": label});
            if (name === "id") {
                const button = make("button", {type: "button", "aria-label": `Show row ${value}${data.system ? ` of ${data.system[row]}` : ""}`}, value);
                field.append(button);
            } else if (name === "correct" || name === "people") {
                field.append(make("span", {class: `verdict ${data[name][row]}`}, value && (data[name][row] ? "✓ " : "✗ ") + value));
                if (name === "correct" && row in labels) field.append(make("small", {}, ` you: ${VERDICTS[labels[row]]}`));
            }
            else if (isNumber) field.textContent = isOwn ? value : value.toFixed(2);
            else field.append(make("div", {dir: "auto"}, value));
            line.append(field);
        }
        line.addEventListener("click", () => open(row));
        return line;
    }));
    const visible = new Set(shown);
    for (const point of element.querySelectorAll(".point")) point.classList.toggle("faint", !visible.has(+point.dataset.row));
}

function select(row) {
    selected = row;
    const place = shown.indexOf(row);
    if (place >= 0) page = Math.floor(place / ROWS_OF_A_PAGE);
    list();
    for (const point of element.querySelectorAll(".point")) point.classList.toggle("chosen", +point.dataset.row === row);
    const chosen = {threshold: data.threshold, weight: data.weight, setting: data.setting};
    for (const [name, values] of Object.entries(data)) if (Array.isArray(values)) chosen[name] = values[row];
    trigger("select", {item: chosen});
    showCorrections();
}

const before = (row) => data.references[row].slice(0, data.references[row].length - data.n_added[row]);
const answerOf = (row) => data.answer_marker[row] ? data.answer_read[row] : data.prediction[row];
const additionOf = (row) => ({question: data.question[row], references: before(row), answer: answerOf(row)});
const sameAs = (row) => { const text = JSON.stringify(additionOf(row)); return (each) => JSON.stringify(each) === text; };
const isAdded = (row) => added.some(sameAs(row));

function showCorrections() {
    const n = Object.keys(labels).length;
    part("correct").hidden = selected === null;
    part("corrected").hidden = n + added.length === 0;
    part("told").textContent = `${n} label${n === 1 ? "" : "s"} and ${added.length} right answer${added.length === 1 ? "" : "s"} of yours, on this page only.`;
    part("again").disabled = added.length === 0;
    if (part("correct").hidden) return;
    part("which").textContent = data.id[selected];
    part("wrong").setAttribute("aria-pressed", String(labels[selected] === !data.correct[selected]));
    part("add").setAttribute("aria-pressed", String(isAdded(selected)));
    part("add").disabled = !answerOf(selected).trim() || before(selected).includes(answerOf(selected));
}

function correct(change) {
    change();
    trigger("input", {added});
    showCorrections();
    list();
}

// The rows with the visitor's labels and right answers, as every command of SMILE reads them.
function correctedFile() {
    const extra = (row) => added.filter(({question, references}) => JSON.stringify([question, references])
        === JSON.stringify([data.question[row], before(row)])).map(({answer}) => answer);
    const lines = data.smile.map((_, row) => JSON.stringify({id: data.id[row], question: data.question[row],
        references: [...before(row), ...extra(row)], prediction: data.prediction[row], human: labels[row] ?? data.people?.[row] ?? null}));
    return new File([lines.join("\n") + "\n"], `${data.stem}_corrected.jsonl`, {type: "application/jsonl"});
}

function wireCorrections() {
    part("wrong").onclick = () => correct(() => {
        if (labels[selected] === !data.correct[selected]) delete labels[selected];
        else labels[selected] = !data.correct[selected];
    });
    part("add").onclick = () => correct(() => {
        if (isAdded(selected)) added = added.filter((each) => !sameAs(selected)(each));
        else added = [...added, additionOf(selected)];
    });
    part("again").onclick = () => trigger("submit", {added});
    part("take").onclick = () => save(correctedFile());
    part("label").onclick = () => smile.sendTo("Label a few", correctedFile());
    part("forget").onclick = () => correct(() => { [labels, added] = [{}, []]; });
}

// From the list the card above it takes the focus, and gives it back to the row.
const rowButton = () => element.querySelector(`[data-row="${selected}"] td.id button`);
const item = () => element.querySelector(".smile-item .smile-results");
function focusItem() {
    item().tabIndex = -1;
    item().focus({preventScroll: true});
    item().scrollIntoView({block: "nearest"});
}
function open(row) {
    const isThere = row === selected && item() !== null;
    if (!isThere) select(row);
    rowButton()?.focus({preventScroll: true});
    if (isThere) return focusItem();
    const arrival = new MutationObserver(() => {
        if (!item()) return;
        arrival.disconnect();
        focusItem();
    });
    arrival.observe(element.querySelector(".smile-item"), {childList: true, subtree: true});
}
function goBack() {
    rowButton()?.focus({preventScroll: true});
    rowButton()?.scrollIntoView({block: "nearest"});
}
element.addEventListener("click", (event) => {
    if (event.target.closest("[data-back]")) goBack();
    const button = event.target.closest("[data-save]");
    if (button) download(button.dataset.save);
});
element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest(".smile-item")) goBack();
});

// The file has no style sheet: every shape takes its colours along.
function download(name) {
    const drawn = part(name).firstChild, svg = drawn.cloneNode(true), copies = svg.querySelectorAll("*");
    drawn.querySelectorAll("*").forEach((node, i) => {
        const style = getComputedStyle(node);
        for (const key of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-family"]) {
            copies[i].style.setProperty(key, style.getPropertyValue(key));
        }
    });
    svg.setAttribute("style", `background: ${getComputedStyle(drawn.closest("figure")).backgroundColor}`);
    save(new File([new XMLSerializer().serializeToString(svg)], `smile_${name}.svg`, {type: "image/svg+xml"}));
}

function render() {
    data = props.value;
    for (const section of element.querySelectorAll(".smile-explorer")) section.hidden = !data;
    if (!data) return;
    part("disputed").hidden = !data.people;
    [bin, slice, selected] = [null, null, null];
    part("search").value = ""; part("kind").value = "all";
    const file = JSON.stringify([data.stem, data.id, data.prediction]);
    if (ofFile !== file) {
        if (added.length) trigger("input", {added: []});
        [labels, added, ofFile] = [{}, [], file];
    }
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
    drawScatter();
    columns = all.filter(([name]) => !hidden.has(name));
    sortBy(null, true);
}
watch("value", render);
