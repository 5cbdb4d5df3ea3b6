/** Makes the skip link move the focus itself: on the reference page, Redoc uses the anchor in the URL. */
export function skipToContent(): void {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    const content = document.querySelector<HTMLElement>("#content");
    if (!content) return;
    event.preventDefault();
    content.tabIndex = -1;
    content.focus();
  });
}
