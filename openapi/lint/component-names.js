// @ts-check
import { relative } from "node:path";

/** Names that would hide what everybody means by them, in the client's types. */
const RESERVED = [
  "Array",
  "Boolean",
  "Date",
  "Error",
  "Map",
  "Number",
  "Object",
  "Promise",
  "Record",
  "Response",
  "Set",
  "String",
];

/** The name of a component is the name of its file, in PascalCase, and is used once per kind: it becomes a type. */
export function componentNames() {
  /** @type {Map<string, string>} */
  const files = new Map();
  return {
    ref: {
      /** @param {any} _node @param {import("@redocly/openapi-core").UserContext} ctx @param {{ location?: any }} resolved */
      enter(_node, ctx, resolved) {
        const file = resolved.location?.source.absoluteRef;
        const [, folder, kind, name] = /^(.*)components\/([^/]+)\/(?:.*\/)?([^/]+)\.\w+$/.exec(file ?? "") ?? [];
        if (!folder || !kind || !name || resolved.location.pointer !== "#/") return;
        const known = files.get(`${kind}/${name}`);
        if (known === file) return;
        files.set(`${kind}/${name}`, file);
        const short = relative(folder, file);
        const report = (/** @type {string} */ message) => ctx.report({ message, location: ctx.location });
        if (known) report(`Two files are named ${name}: ${relative(folder, known)} and ${short}; rename one.`);
        if (!/^([A-Z][a-z0-9]*)+$/.test(name)) report(`${short}: the name must be in PascalCase; rename the file.`);
        if (kind === "schemas" && RESERVED.includes(name))
          report(`${short}: ${name} is the name of a JavaScript global; rename the file.`);
      },
    },
  };
}
