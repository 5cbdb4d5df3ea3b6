import { readFile } from "node:fs/promises";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { documentFiles } from "../src/site/reference/document.js";
import { readDocs } from "../src/site/reference/operations.js";

/** The bundled spec. */
export const spec: OpenApiDocument = JSON.parse(await readFile(documentFiles.json, "utf8"));

/** What the docs read in it. */
export const api = readDocs(spec);

export const { operations } = api;
