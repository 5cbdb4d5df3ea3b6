const KEY = "docs.tab";

/** Turns the labelled sections of each `data-tabs` into tabs. A choice applies to all tabs of the site. */
export function makeTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>("[data-tabs]")].map(tabGroup);
  const choose = (label: string) => {
    for (const group of groups) group(label);
  };
  document.addEventListener("click", (event) => {
    const tab = (event.target as Element).closest<HTMLElement>(".tab-list [role=tab]");
    if (tab?.textContent) remember(tab.textContent, choose);
  });
  const stored = recall();
  if (stored) choose(stored);
}

function remember(label: string, choose: (label: string) => void): void {
  choose(label);
  try {
    localStorage.setItem(KEY, label);
  } catch {
    // The choice then only applies to this page.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

let count = 0;

/** Builds one group and returns the function that shows one of its panels, if it has it. */
function tabGroup(group: HTMLElement): (label: string) => void {
  const list = document.createElement("div");
  list.className = "tab-list";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", group.dataset["tabs"] ?? "");
  const pairs = [...group.querySelectorAll<HTMLElement>(":scope > [data-tab]")].map((panel) => {
    const tab = document.createElement("button");
    const id = `tab-${count++}`;
    tab.type = "button";
    tab.id = id;
    tab.textContent = panel.dataset["tab"] ?? "";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `${id}-panel`);
    panel.id = `${id}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", id);
    list.append(tab);
    return { tab, panel };
  });
  const show = (label: string) => {
    if (!pairs.some(({ tab }) => tab.textContent === label)) return;
    for (const { tab, panel } of pairs) {
      const chosen = tab.textContent === label;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panel.hidden = !chosen;
    }
  };
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = pairs.findIndex(({ tab }) => tab === document.activeElement);
    const next = pairs[(at + step + pairs.length) % pairs.length]?.tab;
    next?.focus();
    next?.click();
  });
  group.prepend(list);
  group.classList.add("live");
  show(pairs[0]?.tab.textContent ?? "");
  return show;
}
