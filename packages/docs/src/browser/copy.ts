/** Adds a copy button to the header of every block of code. */
export function addCopyButtons(within: ParentNode = document): void {
  for (const block of within.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy this code");
    button.addEventListener("click", async () => {
      const text = block.querySelector("code")?.textContent ?? "";
      button.textContent = await navigator.clipboard.writeText(text).then(
        () => "Copied",
        () => "Copying is blocked",
      );
      setTimeout(() => {
        button.textContent = "Copy";
      }, 1500);
    });
    block.querySelector(".code-head")?.append(button);
  }
}
