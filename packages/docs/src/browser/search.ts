import type { SearchResult } from "minisearch";
import { type Found, findEntries } from "./find-entries.js";
import type { SearchEntry } from "./search-entry.js";

declare global {
  interface Window {
    /** Set by assets/search-index.js, a script rather than a request, so that the search also works from a folder. */
    docsSearchIndex?: SearchEntry[];
  }
}

const root = document.documentElement.dataset["root"] ?? "";
const MOST = 12;

/** Opens the search with the button in the header, Ctrl+K or a slash. The index is only loaded then. */
export function openSearchOnDemand(): void {
  let dialog: SearchDialog | undefined;
  const open = () => {
    dialog ??= new SearchDialog();
    dialog.open();
  };
  document.querySelector("[data-search-open]")?.addEventListener("click", open);
  // In the capture phase, because Redoc's built-in search uses the same keys.
  window.addEventListener(
    "keydown",
    (event) => {
      const writing = (event.target as Element).closest?.("input, textarea, select, [contenteditable]");
      const asked = (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !writing);
      if (!asked) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      open();
    },
    true,
  );
}

class SearchDialog {
  readonly #dialog = document.createElement("dialog");
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("ul");
  readonly #hint = document.createElement("p");
  #find: ((query: string) => Found) | undefined;
  #chosen = 0;

  constructor() {
    this.#dialog.className = "search";
    this.#dialog.setAttribute("aria-label", "Search");
    Object.assign(this.#input, { type: "text", placeholder: "Search guides and reference", autocomplete: "off" });
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-label": "Search guides and reference",
      "aria-expanded": "true",
      "aria-controls": "search-results",
      "aria-autocomplete": "list",
    }))
      this.#input.setAttribute(name, value);
    this.#list.id = "search-results";
    this.#list.setAttribute("role", "listbox");
    this.#list.setAttribute("aria-label", "Results");
    this.#hint.className = "hint";
    this.#hint.setAttribute("role", "status");
    const close = document.createElement("button");
    Object.assign(close, { type: "button", className: "close", textContent: "×", ariaLabel: "Close the search" });
    close.addEventListener("click", () => this.#dialog.close());
    const head = document.createElement("div");
    head.className = "search-head";
    head.append(this.#input, close);
    this.#dialog.append(head, this.#list, this.#hint);
    document.body.append(this.#dialog);
    this.#input.addEventListener("input", () => this.#show());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
    this.#input.select();
    if (this.#find) this.#show();
    else this.#load();
  }

  #load(): void {
    this.#hint.textContent = "Loading the search index…";
    const script = document.createElement("script");
    script.src = `${root}assets/search-index.js`;
    script.addEventListener("load", () => {
      this.#find = findEntries(window.docsSearchIndex ?? []);
      this.#show();
    });
    script.addEventListener("error", () => {
      this.#hint.textContent = "The search index could not be loaded.";
    });
    document.head.append(script);
  }

  #show(): void {
    const query = this.#input.value.trim();
    const found = query ? this.#find?.(query) : undefined;
    const results = found?.results.slice(0, MOST) ?? [];
    this.#list.replaceChildren(...results.map((result, at) => this.#option(result, at)));
    this.#choose(0);
    this.#hint.textContent = !query
      ? "For example: object-array, Retry-After, updated_from"
      : results.length === 0
        ? `No results for “${query}”. Try another word.`
        : found?.complete
          ? "↑ ↓ to choose, Enter to open, Esc to close"
          : `Nothing has all words of “${query}”; these have some of them.`;
  }

  #option(result: SearchResult, at: number): HTMLElement {
    const option = document.createElement("li");
    option.id = `search-result-${at}`;
    option.setAttribute("role", "option");
    option.dataset["href"] = root + result.id;
    const title = document.createElement("b");
    title.append(...marked(result["title"], result.terms));
    const place = document.createElement("span");
    place.textContent = result["place"];
    const text = document.createElement("p");
    text.append(...marked(excerpt([result["text"], result["code"]].join(" "), result.terms), result.terms));
    option.append(place, title, text);
    option.addEventListener("click", () => this.#go(option));
    option.addEventListener("mousemove", () => this.#choose(at));
    return option;
  }

  #choose(at: number): void {
    const options = [...this.#list.children] as HTMLElement[];
    this.#chosen = Math.max(0, Math.min(at, options.length - 1));
    for (const [each, option] of options.entries()) option.setAttribute("aria-selected", String(each === this.#chosen));
    const option = options[this.#chosen];
    this.#input.setAttribute("aria-activedescendant", option?.id ?? "");
    option?.scrollIntoView({ block: "nearest" });
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.#choose(this.#chosen + step);
    } else if (event.key === "Enter") {
      const option = this.#list.children[this.#chosen];
      if (option) this.#go(option as HTMLElement);
    }
  }

  #go(option: HTMLElement): void {
    this.#dialog.close();
    location.href = option.dataset["href"] ?? "";
  }
}

/** Returns the part of a text around the first match. */
function excerpt(text: string, terms: string[]): string {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((each) => each >= 0);
  const at = places.reduce((first, each) => Math.min(first, each), Number.POSITIVE_INFINITY);
  const start = !Number.isFinite(at) || at < 60 ? 0 : text.lastIndexOf(" ", at - 40) + 1;
  return (start > 0 ? "… " : "") + text.slice(start, start + 180);
}

/** Highlights the matches in a text. */
function marked(text: string, terms: string[]): (Node | string)[] {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (escaped.length === 0) return [text];
  return text.split(new RegExp(`(${escaped.join("|")})`, "gi")).map((part, at) => {
    if (at % 2 === 0) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
}
