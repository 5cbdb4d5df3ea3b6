/**
 * Texts that mean something in the languages that are generated from a spec. Each tries to leave the place that a text
 * has there, and to run `RAN` where it gets out.
 */
export const PAYLOADS: Readonly<Record<string, string>> = {
  // TypeScript and JavaScript
  "end of a doc comment": "*/ globalThis.RAN = 1; /*",
  "tag of a doc comment": "text\n@deprecated RAN\n@internal",
  "end of a string": `"; globalThis.RAN = 1; "`,
  "end of a string in apostrophes": `'; globalThis.RAN = 1; '`,
  "end of a template": "`; globalThis.RAN = 1; ` \u0024{globalThis.RAN = 1}",
  "line separator": "one\u2028globalThis.RAN = 1\u2029two",
  "code of Ajv": `schemaPath: ",parentData,parentDataProperty,rootData" parentData`,
  "pattern of a replacement": "$& $1 $` $' $$",
  // Python
  "end of a docstring": '"""\nimport os; os.system("touch RAN")\n"""',
  "part of a formatted string": `{__import__("os").system("touch RAN")}`,
  backslash: "a\\",
  "backslashes and an apostrophe": "\\\\'\\x41\\N{BULLET}\\u",
  // YAML and Jinja
  "Jinja expression": "{{ 7 * 191 }}",
  "Jinja statement and comment": "{% set RAN = 1 %}{# gone #}",
  "YAML tag and alias": "!!js/function 'RAN' &a *a",
  "YAML structure": "a: b\n- c: [d, {e: f}] # g\n---\n",
  "reference of a manifest": "#/streams/0",
  // HTML and Markdown
  "script element": `<script>globalThis.RAN = 1</script>`,
  "event handler": `<img src="x" onerror="globalThis.RAN = 1"><svg onload="globalThis.RAN = 1">`,
  "end of an attribute": `"><b onmouseover='globalThis.RAN = 1'>`,
  "end of a script": `</script><script>globalThis.RAN = 1</script><!--`,
  "frame and form": `<iframe src="https://tracker.invalid/f"></iframe><form action="https://tracker.invalid/p"><input name="key"></form><style>*{display:none}</style>`,
  "image of another host": `![x](https://tracker.invalid/i.png) <img src="https://tracker.invalid/j.png">`,
  "link that runs": "[x](javascript:globalThis.RAN=1) <javascript:globalThis.RAN=1>",
  "emphasis and names in angles": "*a* _b_ <card> **c** ~~d~~ a_b_c",
  "fences and headings": "```\n# heading\n```\n~~~\n| a | b |\n[[block]]\n- [ ] x",
  entity: "&lt;b&gt; &amp; &#60;",
  // Shells
  "command substitution": "$(touch RAN)`touch RAN`",
  "end of a command": "'; touch RAN; '",
  "words and globs": "two words * ~ !! \u0024{HOME} \\ %s",
  "value like a flag": "--help=-x",
  // Terminals
  "escape sequences": "\u001b]0;RAN\u0007\u001b[2J\u009b31m",
  "text direction": "\u202eNAR\u202c\u2066\u200f",
  controls: "a\b\r\u0085\u007f \t.",
  "half of a surrogate pair": "a\ud800b",
  // JSON pointers, paths, formulas
  "JSON pointer": "~1~0/%2F#/../../etc/passwd",
  formula: `=cmd|'/c calc'!A1`,
};
