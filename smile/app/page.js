// The keyboard, tabs and links.
(() => {
    const isShown = (node) => node.offsetParent !== null;

    function make(tag, attributes, text) {
        const node = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
        if (text !== undefined) node.textContent = text;
        return node;
    }

    function save(file) {
        const href = URL.createObjectURL(file);
        make("a", {download: file.name, href}).click();
        URL.revokeObjectURL(href);
    }

    // Arrows move between the tabs; Ctrl+Enter does what the shown tab is for.
    function moveToTab(event, tab) {
        const tabs = [...tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')].filter(isShown);
        const here = tabs.indexOf(tab), last = tabs.length - 1;
        const next = {ArrowRight: here === last ? 0 : here + 1, ArrowLeft: here || tabs.length, Home: 0, End: last};
        if (!(event.key in next)) return;
        event.preventDefault();
        const chosen = tabs[event.key === "ArrowLeft" ? next.ArrowLeft - 1 : next[event.key]];
        chosen.focus();
        chosen.click();
    }

    document.addEventListener("keydown", (event) => {
        const tab = event.target.closest('[role="tab"]');
        if (tab) moveToTab(event, tab);
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        const panel = event.target.closest('[role="tabpanel"]');
        const button = panel && [...panel.querySelectorAll("button.primary")].find(isShown);
        if (!button) return;
        event.preventDefault();
        // A choice that was typed counts once its field is left.
        if (event.target.matches('[role="combobox"], [role="listbox"]')) event.target.blur();
        requestAnimationFrame(() => button.click());
    });

    // gradio gives each radio button a name of its own. With one name, the arrow keys move within the group.
    document.addEventListener("keydown", ({target, key}) => {
        if (target.type !== "radio" || !key.startsWith("Arrow")) return;
        for (const radio of target.closest("fieldset").querySelectorAll('[type="radio"]')) radio.name = target.name;
    });

    // A file that gradio would refuse is reported beside the field and kept from gradio.
    function refuseFiles(element, trigger, endings, mostBytes) {
        const panel = element.closest('[role="tabpanel"]');
        const refused = (files) => {
            const found = [...files].find(({name, size}) => size > mostBytes
                || !endings.some((ending) => name.toLowerCase().endsWith(ending)));
            if (found) trigger("select", {name: found.name, size: found.size});
            return Boolean(found);
        };
        panel.addEventListener("change", ({target}) => {
            if (target.type === "file" && refused(target.files)) target.value = "";
        }, true);
        panel.addEventListener("drop", (event) => {
            if (refused(event.dataTransfer?.files ?? [])) Object.defineProperty(event, "dataTransfer", {value: null});
        }, true);
    }

    function startRun(id) {
        document.getElementById(id).closest('[role="tabpanel"]').querySelector("button.primary").click();
    }

    // Hands a file to another tab and starts its run; the fields of a tab come when it opens.
    async function sendTo(name, file) {
        const open = () => [...document.querySelectorAll('[role="tabpanel"]')].find(isShown), before = open();
        [...document.querySelectorAll('[role="tab"]')].find((each) => each.textContent.trim() === name).click();
        const find = () => {
            if (!open() || open() === before) return null;
            open().querySelector('button[aria-label="Clear"]')?.click();
            return open().querySelector('input[type="file"]');
        };
        let field = null;
        for (let tries = 0; tries < 100 && !(field = find()); tries++) await new Promise((done) => setTimeout(done, 100));
        const chosen = new DataTransfer();
        chosen.items.add(file);
        field.files = chosen.files;
        field.dispatchEvent(new Event("change", {bubbles: true}));
        const isRead = () => open().querySelector(".smile-preview caption")?.textContent.startsWith(file.name);
        for (let tries = 0; tries < 100 && !isRead(); tries++) await new Promise((done) => setTimeout(done, 100));
        if (isRead()) open().querySelector("button.primary").click();
    }

    // A link holds all fields behind the #, which no browser sends to a server.
    const LINK = "#try=";

    let link = "#try";

    // A reload scores the texts again; `kept` is of those that have been scored.
    function keepFields(kept, ...fields) {
        if (!kept) return;
        link = LINK + encodeURIComponent(JSON.stringify(fields));
        if (place() === "try") history.replaceState(null, "", link);
    }

    function readLink(fields) {
        if (!location.hash.startsWith(LINK)) return fields;
        try {
            const given = JSON.parse(decodeURIComponent(location.hash.slice(LINK.length)));
            const fits = Array.isArray(given) && given.length <= fields.length
                && given.every((value, i) => value === null || fields[i] === null || typeof value === typeof fields[i]);
            return fits ? [...given, ...fields.slice(given.length)] : fields;
        } catch {
            return fields;
        }
    }

    // A long answer is cut to its box: the box begins a little before the marked words.
    function showMarks() {
        for (const answer of document.querySelectorAll(".smile-answer")) {
            const marked = answer.querySelector("mark, u");
            if (marked) answer.scrollTop = marked.offsetTop - answer.offsetTop - answer.clientHeight / 3;
        }
    }

    // Scrolls to a verdict that is out of view.
    function showVerdict() {
        const verdict = document.querySelector("#verdict"), {top} = verdict.getBoundingClientRect();
        if (top < 0 || top > window.innerHeight * 0.6) verdict.scrollIntoView({block: "start"});
        showMarks();
    }

    // The result of a file begins below the folded form.
    function showResult(progress) {
        const panel = document.getElementById(progress).closest('[role="tabpanel"]');
        panel.querySelector(".smile-headline, .judging")?.scrollIntoView({block: "start"});
    }

    // A picture of a report is saved by its button.
    function savePictures(element) {
        element.addEventListener("click", (event) => {
            const button = event.target.closest("[data-save]");
            if (button) make("a", {href: button.closest("figure").querySelector("img").src, download: button.dataset.save}).click();
        });
    }

    // The address names the open tab: Back, Forward and reload show it again, and change no field.
    const place = () => location.hash.startsWith(LINK) ? "try" : location.hash.slice(1) || "try";

    function follow() {
        const tab = document.querySelector(`[role="tab"][data-tab-id="${CSS.escape(place())}"]`);
        if (tab && tab.getAttribute("aria-selected") !== "true") {
            tab.click();
            tab.scrollIntoView({block: "nearest", inline: "nearest"});  // a phone has no room for all tabs
        }
    }

    window.addEventListener("popstate", follow);
    // Before the content of the tab comes.
    document.addEventListener("click", ({target}) => {
        const name = target.closest?.('[role="tab"]')?.dataset.tabId;
        if (name && name !== place()) history.pushState(null, "", name === "try" ? link : `#${name}`);
    }, true);

    // A result is outdated while the fields differ from its texts.
    function markOld(id, kept, now) {
        const isOld = kept && JSON.stringify(kept.typed) !== JSON.stringify(now);
        document.getElementById(id).classList.toggle("smile-old", Boolean(isOld));
    }

    // The inputs of the last run of each tab. A field that was null had the value that the app fills in.
    const inputsOf = {};
    const asText = (value) => JSON.stringify(value?.path ?? value);
    const keepInputs = (id) => (...values) => { inputsOf[id] = values.map(asText); return values; };
    const markOutdated = (id, seen, mark) => (shown, ...values) => {
        const kept = inputsOf[id];
        if (!kept || (shown && shown !== mark)) return shown;
        return seen.every((i) => kept[i] === "null" || kept[i] === asText(values[i])) ? "" : mark;
    };

    window.smile = {
        refuseFiles, startRun, sendTo, readLink, showVerdict, showResult, showMarks, savePictures, markOld, keepInputs, markOutdated, follow, keepFields, make,
        save,
    };
})();
