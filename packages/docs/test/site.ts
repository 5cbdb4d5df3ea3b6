import { readFile } from "node:fs/promises";
import { inDocs } from "../build/paths.js";
import { siteFiles } from "../src/site-files.js";

/** The site as it was built: files by path. */
export const site = await siteFiles(inDocs("dist/site"));

/** The paths of all pages. */
export const pages = [...site.keys()].filter((path) => path.endsWith(".html")).sort();

/** The text of one file. */
export const read = (path: string) => readFile(inDocs(`dist/site/${path}`), "utf8");
