/** Where the list of guides is a row that scrolls, on a phone, the guide that is open comes into sight. */
export function showCurrentGuide(): void {
  const list = document.querySelector(".guide-list ol");
  const current = list?.querySelector<HTMLElement>("[aria-current]");
  if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
}
