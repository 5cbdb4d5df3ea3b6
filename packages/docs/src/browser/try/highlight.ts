const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Highlights JSON. Returns nodes, so that nothing a server sends is interpreted as markup. */
export function highlightJson(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon = ""] = match;
    const token = whole.slice(0, whole.length - colon.length);
    const span = document.createElement("span");
    span.className = !string
      ? /^[tfn]/.test(token)
        ? "hljs-literal"
        : "hljs-number"
      : colon
        ? "hljs-attr"
        : "hljs-string";
    span.textContent = token;
    nodes.push(text.slice(at, match.index), span, colon);
    at = match.index + whole.length;
  }
  nodes.push(text.slice(at));
  return nodes;
}
