// Draws and lists the rows of a scored file. Every text of the file is written as text, never as markup.
const N_BINS = 20, ROWS_OF_A_PAGE = 15, WIDTH = 480, HEIGHT = 270, LEFT = 44, BOTTOM = 40, TOP = 10, RIGHT = 12;
const COLUMNS = [
    ["id", "Row"], ["question", "Question"], ["prediction", "Answer"], ["references", "Right answers"],
    ["smile", "SMILE"], ["semantic", "Sem."], ["lexical", "Lex."], ["correct", "Verdict"],
];
const part = (name) => element.querySelector(`[data-part="${name}"]`);
let data = null, shown = [], sortedBy = null, ascending = true, bin = null, page = 0, selected = null;

function make(tag, attributes, text) {
    const isSvg = ["svg", "g", "rect", "line", "circle", "path", "text", "title"].includes(tag);
    const node = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
    if (text !== undefined) node.textContent = text;
    return node;
}
const x = (share) => LEFT + share * (WIDTH - LEFT - RIGHT);
const y = (share) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
const binOf = (row) => Math.min(N_BINS - 1, Math.floor(data.smile[row] * N_BINS));
const cell = (row, name) => name === "references" ? data.references[row].join(" | ")
    : name === "correct" ? (data.correct[row] ? "right" : "not right") : data[name][row];

function axes(svg, across, up, most) {
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        svg.append(make("line", {x1: x(share), x2: x(share), y1: y(0), y2: y(0) + 4, class: "axis"}));
        svg.append(make("text", {x: x(share), y: y(0) + 16, "text-anchor": "middle"}, share));
        svg.append(make("line", {x1: x(0), x2: x(1), y1: y(share), y2: y(share), class: "grid"}));
        svg.append(make("text", {x: x(0) - 6, y: y(share) + 4, "text-anchor": "end"}, +(share * most).toFixed(2)));
    }
    svg.append(make("text", {x: x(0.5), y: HEIGHT - 4, "text-anchor": "middle", class: "name"}, across));
    svg.append(make("text", {x: -y(0.5), y: 10, transform: "rotate(-90)", "text-anchor": "middle", class: "name"}, up));
}

function drawHistogram() {
    const counts = Array.from({length: N_BINS}, () => 0);
    data.smile.forEach((_, row) => counts[binOf(row)]++);
    const most = Math.ceil(Math.max(...counts, 4) / 4) * 4;
    const svg = make("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": "Histogram of SMILE"});
    axes(svg, "SMILE", "rows", most);
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
    axes(svg, "semantic", "lexical", 1);
    data.smile.forEach((_, row) => {
        const [cx, cy] = [x(data.semantic[row]), y(data.lexical[row])];
        const point = data.correct[row] ? make("circle", {cx, cy, r: 4.5, class: "point right"})
            : make("path", {d: `M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8`, class: "point wrong"});
        point.dataset.row = row;
        point.append(make("title", {}, `${data.id[row]}: ${data.prediction[row].slice(0, 80)}`));
        svg.append(point);
    });
    // A cross is hard to hit: the nearest point counts, if it is close.
    svg.addEventListener("click", (event) => {
        const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
        const away = (row) => Math.hypot(x(data.semantic[row]) - place.x, y(data.lexical[row]) - place.y);
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
    part("head").replaceChildren(...COLUMNS.map(([name, label]) => {
        const field = make("th", {scope: "col",
            "aria-sort": sortedBy !== name ? "none" : ascending ? "ascending" : "descending"});
        const button = make("button", {type: "button"}, label + (sortedBy !== name ? "" : ascending ? " ▲" : " ▼"));
        button.addEventListener("click", () => {
            ascending = sortedBy === name ? !ascending : true;
            sortedBy = name;
            page = 0;
            head();
            list();
            part("head").children[COLUMNS.findIndex((column) => column[0] === name)].firstChild.focus();
        });
        field.append(button);
        return field;
    }));
}

function list() {
    const sought = part("search").value.trim().toLowerCase(), kind = part("kind").value;
    shown = data.smile.map((_, row) => row).filter((row) =>
        (kind === "all" || data.correct[row] === (kind === "right")) && (bin === null || binOf(row) === bin)
        && (!sought || COLUMNS.slice(0, 4).some(([name]) => String(cell(row, name)).toLowerCase().includes(sought))));
    if (sortedBy !== null) {
        const compare = (a, b) => typeof a === "number" ? a - b : String(a).localeCompare(String(b), undefined, {numeric: true});
        shown.sort((a, b) => (ascending ? 1 : -1) * compare(cell(a, sortedBy), cell(b, sortedBy)) || a - b);
    }
    const n_pages = Math.max(1, Math.ceil(shown.length / ROWS_OF_A_PAGE));
    page = Math.min(page, n_pages - 1);
    part("count").textContent = `${shown.length} of ${data.smile.length} rows`;
    part("clear").hidden = bin === null;
    part("clear").textContent = bin === null ? "" : `SMILE ${(bin / N_BINS).toFixed(2)} to ${((bin + 1) / N_BINS).toFixed(2)} ✕`;
    part("page").textContent = `page ${page + 1} of ${n_pages}`;
    part("before").disabled = page === 0;
    part("next").disabled = page === n_pages - 1;
    part("body").replaceChildren(...shown.slice(page * ROWS_OF_A_PAGE, (page + 1) * ROWS_OF_A_PAGE).map((row) => {
        const line = make("tr", {"aria-selected": String(row === selected)});
        line.dataset.row = row;
        for (const [name] of COLUMNS) {
            const value = cell(row, name), field = make("td", {class: typeof value === "number" && name !== "id" ? "number" : name});
            if (name === "id") {
                const button = make("button", {type: "button", "aria-label": `Show row ${value}`}, value);
                field.append(button);
            } else if (name === "correct") field.textContent = (data.correct[row] ? "✓ " : "✗ ") + value;
            else if (typeof value === "number") field.textContent = value.toFixed(2);
            else field.append(make("div", {}, value));
            line.append(field);
        }
        line.addEventListener("click", () => select(row));
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
    const item = {threshold: data.threshold, setting: data.setting};
    for (const [name, values] of Object.entries(data)) if (Array.isArray(values)) item[name] = values[row];
    trigger("select", {item});
}

function render() {
    data = props.value;
    for (const section of element.querySelectorAll(".smile-explorer")) section.hidden = !data;
    if (!data) return;
    sortedBy = null; bin = null; page = 0; selected = null;
    part("search").value = ""; part("kind").value = "all";
    part("search").addEventListener("input", () => { page = 0; list(); });
    part("kind").addEventListener("change", () => { page = 0; list(); });
    part("clear").addEventListener("click", () => { bin = null; drawHistogram(); list(); });
    part("before").addEventListener("click", () => { page--; list(); });
    part("next").addEventListener("click", () => { page++; list(); });
    drawHistogram();
    drawScatter();
    head();
    list();
}
watch("value", render);
