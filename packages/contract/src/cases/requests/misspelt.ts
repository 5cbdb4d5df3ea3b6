import type { Case, Context } from "../../case.js";
import { type Document, type Operation, operationsOf } from "../../document.js";
import { isScalar } from "../../parameter-text.js";
import { requestOf, withQuery } from "../../request.js";
import { checkEach } from "../create/creator.js";
import { draft } from "../draft.js";
import { checkMessageNames, refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";

/**
 * Names of parameters that an operation does not have (decision 0008): every name one edit away from one of its own,
 * and every parameter and header that another operation of the document has.
 */
export function misspeltCases(document: Document, operation: Operation): Case[] {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const secrets = operation.credentials.flat().filter((credential) => credential.in === "query");
  const own = [...query, ...secrets].map(({ name }) => name);
  // Fields of an object appear in the query under their own names.
  const isClosed = query.every((parameter) => isScalar(parameter) || parameter.schema.node.type === "array");
  const others = operationsOf(document).flatMap(({ parameters, keyHeader }) => [
    ...parameters.map(({ name, example }): [string, string] => [name, String(example ?? "1")]),
    ...(keyHeader ? [[keyHeader, "x"] as [string, string]] : []),
  ]);
  const law = (name: string, pairs: (context: Context) => [name: string, value: string][], least?: Case["least"]) =>
    draft(operation, {
      rule: "query",
      name,
      status: refusalOf(operation),
      wire: true,
      least,
      run: (context) =>
        checkEach(
          pairs(context),
          ([wrong]) => `?${wrong}`,
          async ([wrong, value]) => {
            const inputs = context.place(operation, validInputs(document, operation, context.uid()));
            const search = `${encodeURIComponent(wrong)}=${encodeURIComponent(value)}`;
            const request = withQuery(requestOf(operation, inputs, context.target.apiKey), search);
            const { body } = await context.judge(operation, request, refusalOf(operation));
            checkMessageNames(body, wrong);
          },
        ),
    });
  const foreign = [...new Map(others)].filter(([name]) => !own.includes(name));
  return [
    ...(foreign.length > 0 && isClosed
      ? [law("every parameter of another operation is rejected", () => foreign, "quick")]
      : []),
    ...query
      .filter((parameter) => isScalar(parameter) && isClosed)
      .map(({ name, example }) =>
        law(
          `every name one edit away from ${name} is rejected`,
          () =>
            editsOfName(name)
              .filter((edited) => !own.includes(edited))
              .map((edited) => [edited, String(example ?? "1")]),
          "standard",
        ),
      ),
  ];
}

/** Returns the name with a letter omitted, duplicated, replaced, in the other case, or swapped with the next one. */
function editsOfName(name: string): string[] {
  const letters = [...name];
  const other = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
  const edits = letters.flatMap((letter, i) => [
    letters.toSpliced(i, 1),
    letters.toSpliced(i, 0, letter),
    letters.with(i, letter === "x" ? "y" : "x"),
    letters.with(i, other(letter)),
    letters.toSpliced(i, 2, letters[i + 1] ?? "", letter),
  ]);
  return [...new Set(edits.map((edited) => edited.join("")))].filter((edited) => edited !== name);
}
