/**
 * What the page changes in the elements that Redoc draws, and in how it draws them. If a new version of Redoc has other
 * elements, nothing breaks but what is described here, and the browser tests notice.
 */
import { withPageNumbers } from "@metadata-service/spec-tools/json";

declare global {
  interface ErrorConstructor {
    /** Of V8 only. */
    stackTraceLimit?: number;
  }
}

/** Elements that say less to a screen reader than they should, with what they get instead. */
const REPAIRS: [selector: string, repair: (element: Element) => void][] = [
  // A menu outside of all landmarks, which a screen reader cannot jump to.
  [
    ".menu-content:not([role])",
    (menu) => {
      menu.role = "navigation";
      menu.ariaLabel = "Reference";
    },
  ],
  // Labels that hide which example or branch is chosen.
  [
    ":is([aria-label=Example], [aria-label=Discriminator], [aria-label=Variant])",
    (choice) => choice.removeAttribute("aria-label"),
  ],
  // Headings of the fourth level right below the second, and of the fifth below those.
  ["#redoc h4:not([aria-level])", (heading) => heading.setAttribute("aria-level", "3")],
  ["#redoc h5:not([aria-level])", (heading) => heading.setAttribute("aria-level", "4")],
];

/**
 * Shows and copies numbers as they are written. The page has texts in their place, because JavaScript would
 * change them.
 */
export function keepExactNumbers(): void {
  if (!document.querySelector("[data-exact-numbers]")) return;
  REPAIRS.push([
    "#redoc",
    (page) => {
      const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        if (withPageNumbers(text.data) !== text.data) text.data = withPageNumbers(text.data);
      }
    },
  ]);
  const { clipboard } = navigator;
  // There is none on pages without TLS.
  const write = clipboard?.writeText.bind(clipboard);
  if (write) clipboard.writeText = (text) => write(withPageNumbers(text));
}

const whenIdle = (run: () => void) => (globalThis.requestIdleCallback ?? setTimeout)(run);

/**
 * Makes the elements accessible, now and whenever Redoc has drawn others: before the browser shows them, and before any
 * other script sees them.
 */
export function repairElements(): void {
  const repair = () => {
    for (const [selector, change] of REPAIRS)
      for (const element of document.querySelectorAll(selector)) change(element);
  };
  // The repairs add and remove no elements, so they do not cause others.
  new MutationObserver(repair).observe(document.body, { subtree: true, childList: true });
  repair();
}

/**
 * Redoc draws a part when it comes into view; before, it is neither printed nor found in the page. This makes it draw
 * the other parts as soon as the browser is idle.
 */
export function drawEverything(): void {
  const Observer = globalThis.IntersectionObserver;
  if (Observer === undefined) return;
  globalThis.IntersectionObserver = class extends Observer {
    readonly #report: () => void;

    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, options);
      this.#report = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this);
    }

    override observe(target: Element): void {
      super.observe(target);
      whenIdle(this.#report);
    }
  };
}

/**
 * Errors on this page have no stack traces. React creates errors only to compare them, and Redoc catches errors of JSON and
 * of CSS; for each, V8 would parse the whole bundle again to find the position, which takes a tenth of a second.
 */
export function withoutStackTraces(): void {
  Error.stackTraceLimit = 0;
}

/**
 * Redoc's own search, which the site hides, makes a worker of a text. The policy of the page does not allow that, and a
 * browser reports each attempt.
 */
export function withoutWorkers(): void {
  Reflect.deleteProperty(globalThis, "Worker");
}
