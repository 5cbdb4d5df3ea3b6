import { type Document, type Operation, operationsOf, type Schema } from "../src/document.js";
import type { Target } from "../src/index.js";
import { dotted, sitesOf } from "../src/values/sites.js";
import { editDocument } from "./edit-document.js";
import type { Mutant, Sides } from "./mutant.js";
import { requestEdits } from "./schema-edits.js";

interface Place {
  operation: Operation;
  where: string;
  pointer: string;
  schema: Schema;
  /** Whether it is part of a body, and not of a URL. */
  body: boolean;
}

/** Every schema of every request, each once, with the first place where it is used. */
function requestPlaces(document: Document): Place[] {
  const places = new Map<string, Place>();
  for (const operation of operationsOf(document)) {
    const roots = operation.parameters.map(({ name, schema }) => ({ name, schema }));
    if (operation.body) roots.push({ name: "body", schema: operation.body.schema });
    for (const { name, schema } of roots)
      for (const site of sitesOf(document, schema)) {
        const where = [name, dotted(site.path), site.branch && `(${site.branch})`].filter(Boolean).join(" ");
        if (!places.has(site.pointer)) places.set(site.pointer, { operation, where, body: name === "body", ...site });
      }
  }
  return [...places.values()];
}

/** The target keeps a document that differs in one rule of its requests; the suite is made from the right one. */
export function targetMutants(document: Document, serve: (document: Document) => Target): Mutant[] {
  return mutants(document, "the target lost or moved a rule", (changed) => ({ document, target: serve(changed) }));
}

function mutants(document: Document, group: Mutant["group"], sides: (changed: Document) => Sides): Mutant[] {
  return requestPlaces(document).flatMap(({ operation, where, pointer, schema, body }) =>
    requestEdits(schema)
      // A URL has no way to write null.
      .filter((edit) => body || edit.what !== "null is a type too")
      .map(({ keyword, what, edit }) => {
        // Made when it is its turn: more than a thousand copies of a document would fill the memory.
        const made = () => sides(editDocument(document, pointer, (node) => edit(node as Schema)));
        return { id: `${operation.id} ${where}: ${what}`, group, operation: operation.id, keyword, make: made };
      }),
  );
}
