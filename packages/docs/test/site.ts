import { readFile } from "node:fs/promises";
import { siteFiles } from "../src/serve/site-files.js";
import { inDocs } from "../src/site/paths.js";

/** The built site: files by path. */
export const site = await siteFiles(inDocs("dist/site"));

/** The paths of all pages. */
export const pages = [...site.keys()].filter((path) => path.endsWith(".html")).sort();

/** Reads the text of one file. */
export const read = (path: string) => readFile(inDocs(`dist/site/${path}`), "utf8");
