/** Writers of the languages that texts of a spec are put into: each text stays a text there. */
export { escapeHidden } from "./languages/escape-hidden.js";
export * as html from "./languages/html.js";
export * as markdown from "./languages/markdown.js";
export * as python from "./languages/python.js";
export * as shell from "./languages/shell.js";
export * as typescript from "./languages/typescript.js";
