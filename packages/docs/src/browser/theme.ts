/** The storage key that Redoc uses, so that the site and the reference share one theme. */
const KEY = "redoc.colorMode";

/** Makes the button in the header switch between light and dark, and remembers the choice. */
export function switchThemeOnDemand(): void {
  const root = document.documentElement;
  document.querySelector("[data-theme-toggle]")?.addEventListener("click", () => {
    const next = root.classList.contains("dark") ? "light" : "dark";
    root.classList.remove("light", "dark");
    root.classList.add(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage, the choice only applies to this page.
    }
  });
}
