/** Redoc's own key, so that its page and ours agree. */
const KEY = "redoc.colorMode";

/** The button in the header switches between light and dark and remembers the choice. */
export function switchThemeOnDemand(): void {
  const root = document.documentElement;
  document.querySelector("[data-theme-toggle]")?.addEventListener("click", () => {
    const next = root.classList.contains("dark") ? "light" : "dark";
    root.classList.remove("light", "dark");
    root.classList.add(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser that stores nothing still switches, for this page.
    }
  });
}
