// What the keyboard does on every page: arrows move between the tabs, Ctrl+Enter does what a tab is for.
() => {
    const steps = {ArrowRight: 1, ArrowLeft: -1};
    const isShown = (node) => node.offsetParent !== null;

    function moveToTab(event, tab) {
        const tabs = [...tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')].filter(isShown);
        const last = tabs.length - 1, here = tabs.indexOf(tab);
        const next = event.key === "Home" ? 0 : event.key === "End" ? last
            : event.key in steps ? (here + steps[event.key] + tabs.length) % tabs.length : -1;
        if (next < 0) return;
        event.preventDefault();
        tabs[next].focus();
        tabs[next].click();
    }

    document.addEventListener("keydown", (event) => {
        const tab = event.target.closest('[role="tab"]');
        if (tab) moveToTab(event, tab);
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        const panel = event.target.closest('[role="tabpanel"]');
        const button = panel && [...panel.querySelectorAll("button.primary")].find(isShown);
        if (button) { event.preventDefault(); button.click(); }
    });
}
