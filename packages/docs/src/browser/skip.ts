/** The skip link moves the focus itself: on the reference page an anchor in the address belongs to Redoc. */
export function skipToContent(): void {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    const content = document.querySelector<HTMLElement>("#content");
    if (!content) return;
    event.preventDefault();
    content.tabIndex = -1;
    content.focus();
  });
}
