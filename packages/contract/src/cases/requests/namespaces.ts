import type { Case, Context } from "../../case.js";
import type { Document, Operation } from "../../document.js";
import { editsOf } from "../../grammar/form.js";
import { ContractViolation } from "../../judge.js";
import { requestOf } from "../../request.js";
import { draft } from "../draft.js";
import { checkMessageNames, refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";

/** A placeholder in the path that is replaced by an encoded value. */
const PLACE = "the-value";

/**
 * Returns path values that must be rejected, encoded as in a path: variants of the listed values, and values that
 * servers sometimes accept.
 */
function namespacesNear(values: string[]): string[] {
  const near = values.flatMap((raw) => {
    const value = encodeURIComponent(raw);
    const edits = [
      raw.toUpperCase(),
      raw.charAt(0).toUpperCase() + raw.slice(1),
      `${raw}s`,
      raw.slice(0, -1),
      raw.slice(1),
      `${raw.slice(0, 3)} ${raw.slice(3)}`,
    ];
    const parts = Array.from({ length: raw.length - 1 }, (_, i) => [raw.slice(0, i + 1), raw.slice(i + 1)]).flat();
    return [
      ...[...edits, ...parts, ...editsOf(raw).map(({ text }) => text)].map(encodeURIComponent),
      `${value}%20`,
      `%20${value}`,
      `${value}%00`,
      `${value}%0A`,
      `${value}%2F`,
      `${value}%2Fx`,
      `%25${raw.charCodeAt(0).toString(16)}${encodeURIComponent(raw.slice(1))}`,
      `x${value}`,
      `${value},${value}`,
      `${value};x`,
      `${value}.`,
      `${value}%3F`,
      `${value}+`,
      `%22${value}%22`,
      value.replace("i", "%C4%B1"),
    ];
  });
  const listed = values.map(encodeURIComponent);
  const others = [
    "x",
    "0",
    "1",
    "default",
    "null",
    "undefined",
    "all",
    "*",
    "%2A",
    "test",
    "%7Bnamespace%7D",
    "{namespace}",
    "__proto__",
    "constructor",
    "toString",
    "%E2%80%8B",
    "%F0%9F%98%80",
    ...[101, 200, 255, 256, 1024, 7500].map((length) => "n".repeat(length)),
    "%2e",
    "-",
    "_",
    "metadata",
    listed.join(","),
    listed.join("%2C"),
  ];
  // An empty value would result in a different path, which is not a path of this operation.
  return [...near, ...others].filter((value) => value !== "" && !listed.includes(value));
}

/** Cases about path parameters with listed values: similar values are rejected, encoded ones are the same value. */
export function namespaceCases(document: Document, operation: Operation): Case[] {
  const parameter = operation.parameters.find(({ in: place, schema }) => place === "path" && schema.node.enum);
  const values = (parameter?.schema.node.enum ?? []).map(String);
  if (!parameter) return [];
  const send = (
    context: Context,
    value: string,
    status: string,
    body = validInputs(document, operation, context.uid()).body,
  ) => {
    const request = requestOf(operation, { body, path: { [parameter.name]: PLACE } }, context.target.apiKey);
    const path = request.path.replace(PLACE, () => value);
    return context.judge(operation, { ...request, path }, status);
  };
  return [
    ...[...new Set(namespacesNear(values))].map((value) =>
      draft(operation, {
        rule: "namespace",
        name: `${parameter.name} ${value.length > 100 ? `of ${value.length} characters` : value.slice(0, 40)} is rejected`,
        status: refusalOf(operation),
        wire: true,
        run: async (context) => {
          const { body } = await send(context, value, refusalOf(operation));
          checkMessageNames(body, parameter.name);
        },
      }),
    ),
    ...["%", "%zz", "%FF", "%C0%80", `${encodeURIComponent(values[0] ?? "")}%`, `%E0%A4%A`].map((value) =>
      draft(operation, {
        rule: "namespace",
        name: `${parameter.name} ${value}, an invalid encoding, is rejected`,
        status: refusalOf(operation),
        wire: true,
        run: (context) => send(context, value, refusalOf(operation)).then(() => {}),
      }),
    ),
    ...values.map((value) =>
      draft(operation, {
        rule: "namespace",
        name: `${parameter.name} ${value}, percent-encoded, is the same value`,
        wire: true,
        run: async (context) => {
          const { body } = validInputs(document, operation, context.uid());
          const status = operation.responses[0]?.status ?? "201";
          const plain = encodeURIComponent(value);
          const encoded = plain.startsWith("%") ? plain : `%${plain.charCodeAt(0).toString(16)}${plain.slice(1)}`;
          const first = await send(context, plain, status, body);
          const second = await send(context, encoded, status, body);
          if (JSON.stringify(first.body) !== JSON.stringify(second.body))
            throw new ContractViolation(`${encoded} returned a different record than ${plain}`);
        },
      }),
    ),
  ];
}
