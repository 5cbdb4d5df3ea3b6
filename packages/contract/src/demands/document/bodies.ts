import type { Case, Context } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import { type Body, type Operation, successOf } from "../../document/document.js";
import { withNumbers } from "../../document/exact-numbers.js";
import { isStrict } from "../../document/promises.js";
import { type Form, form } from "../../grammar/form.js";
import { jsonTypes, otherTypes } from "../../grammar/media-type.js";
import type { Inputs } from "../../requests/request.js";
import { fullInputs, validInputs } from "../../resources/valid-inputs.js";
import { accepted, refusalOf, rejected, testCase } from "../test-case.js";

/** Texts that are not JSON (RFC 8259), made from one that is. */
const BROKEN: Record<string, (text: string) => string | Uint8Array> = {
  "a body cut in the middle": (text) => text.slice(0, -2) || "{",
  "a body with a character after it": (text) => `${text}x`,
  "a body with a trailing comma": (text) => text.replace(/[\]}]$/, ",$&"),
  "a body with single quotes": (text) => text.replaceAll('"', "'"),
  "random bytes": () => Uint8Array.from({ length: 64 }, (_, i) => (i * 151 + 7) % 256),
  "a body of spaces": () => "   ",
};

/** Other texts for the same JSON value (RFC 8259, 2 and 7). */
const NOTATIONS: Record<string, (value: unknown) => string> = {
  "white space around and within a body": (value) => `\r\n\t ${JSON.stringify(value, null, " \t")} \n`,
  "a body whose texts are written as escapes": (value) =>
    withNumbers(JSON.stringify(value)).replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => {
      const units = Array.from({ length: JSON.parse(text).length }, (_, i) => JSON.parse(text).charCodeAt(i));
      return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
    }),
};

/** Bodies that are no bodies, whatever the schema says, and the media types that a request may have. */
export function bodyCases(_: Suite, operation: Operation): Case[] {
  const { body } = operation;
  const valid = (context: Context) => validInputs(operation, context.uid());
  // What is no JSON cannot be judged by its schema, so a server may return 400 where 422 is documented for that.
  const broken = (name: string, rule: string, inputs: (context: Context) => Inputs, or = ["400"]) =>
    rejected(operation, { rule, name: `rejects ${name}`, id: true, wire: true, or, inputs });
  // What is not sent has no media type either (RFC 9110, 15.5.16).
  const absent = isStrict(operation) ? ["400"] : ["400", "415"];
  const raw = (rawBody: string | Uint8Array) => (context: Context) => ({ ...valid(context), body: undefined, rawBody });
  return [
    ...(body ? ofBody(body) : []),
    ...(Object.keys(successOf(operation).content).join() === "application/json" ? acceptCases(operation, valid) : []),
  ];

  function ofBody({ kind, required }: Body): Case[] {
    const isJson = kind === "json";
    return [
      ...(isJson ? [...otherNotations(), ...brokenTexts()] : []),
      ...(required && kind !== "text" && kind !== "binary"
        ? [broken("no body", "body", (context) => ({ ...valid(context), body: undefined }), absent)]
        : []),
      ...(required && isJson ? [broken("an empty body", "body", raw(""))] : []),
      ...typesOf(operation, body as Body, valid),
    ];
  }

  function otherNotations(): Case[] {
    return Object.entries(NOTATIONS).map(([name, write]) =>
      accepted(operation, {
        rule: "body",
        name: `accepts ${name}`,
        id: true,
        wire: true,
        inputs: (context) => ({ ...fullInputs(operation, context.uid()), write }),
      }),
    );
  }

  function brokenTexts(): Case[] {
    const sample = JSON.stringify(Object(operation.body?.examples[0]));
    return Object.entries(BROKEN).map(([name, write]) =>
      broken(name, "body", (context) => {
        const inputs = fullInputs(operation, context.uid());
        const text = JSON.stringify(inputs.body ?? sample);
        const result = write(text);
        // In a body without a string, there are no quotes to replace.
        return { ...inputs, body: undefined, rawBody: result === text ? `${text}'` : result };
      }),
    );
  }
}

/**
 * Media types of a body. How strict a server is about those that no document names is its own decision, unless it
 * documents 415 or promises more than OpenAPI says.
 */
function typesOf(operation: Operation, body: Body, valid: (context: Context) => Inputs): Case[] {
  const { mediaType: type, kind } = body;
  const strict = isStrict(operation);
  const has415 = operation.responses.some(({ status }) => status === "415");
  const status = has415 ? "415" : refusalOf(operation);
  // What was sent as another type is no valid body either, and the document does not say which of the two is found first.
  const or = strict ? [] : [refusalOf(operation)];
  const typed = (make: typeof accepted | typeof rejected, { text, about }: Form) =>
    make(operation, {
      rule: "media types",
      name: `Content-Type ${JSON.stringify(text)} is ${make === accepted ? "accepted" : "rejected"}`,
      why: about,
      wire: true,
      ...(make === rejected ? { status, or } : {}),
      inputs: (context) => ({ ...valid(context), headers: { "Content-Type": text } }),
    });
  const names = ["content-type", "CONTENT-TYPE", "cOnTeNt-TyPe"];
  const common = ["as documented", "with a charset", "with a charset and no space", "in upper case"];
  const others = otherTypes(type)
    // Another charset is rejected even if the media type itself is documented.
    .filter(({ text }) => (strict && /charset/i.test(text)) || !accepts(body, text))
    .filter(({ about }) => strict || /^another type$/.test(about));
  return [
    ...(kind === "json" ? jsonTypes(type) : [])
      .filter(({ about }) => strict || common.includes(about))
      .map((each) => typed(accepted, each)),
    ...(kind === "json" && strict ? names : []).map((name) =>
      accepted(operation, {
        rule: "media types",
        name: `the header is written ${name}`,
        wire: true,
        inputs: (context) => ({ ...valid(context), headers: { "Content-Type": "", [name]: type } }),
      }),
    ),
    ...(strict || has415 ? [...others, form("", "no media type")] : []).map((each) => typed(rejected, each)),
    ...(strict ? [emptyType(operation, valid)] : []),
  ];
}

const emptyType = (operation: Operation, valid: (context: Context) => Inputs): Case =>
  testCase(operation, {
    rule: "media types",
    name: "an empty Content-Type is rejected",
    status: refusalOf(operation),
    wire: true,
    run: async (context) => {
      const request = await context.request(operation, valid(context));
      const headers = { ...request.headers, "Content-Type": "" };
      await context.judge(operation, { ...request, headers }, refusalOf(operation));
    },
  });

/** Whether a media type is documented for a body. */
function accepts({ mediaTypes }: Body, type: string): boolean {
  const [essence = ""] = type.split(";");
  return mediaTypes.some((mediaType) => {
    const [documented = ""] = mediaType.split(";");
    return (
      documented === essence ||
      documented === "*/*" ||
      (documented.endsWith("/*") && essence.startsWith(documented.slice(0, -1)))
    );
  });
}

/** Values of Accept that include JSON (RFC 9110, 12.5.1), with every form of a weight (12.4.2). */
const ACCEPT = [
  ...["", "APPLICATION/JSON", "application/json, */*;q=0.1", "text/html, application/json;q=0.9"],
  ...["text/html;q=0.8,*/*;q=0.1", "application/xml;q=0.9, application/json", "application/json,text/plain,*/*"],
  ...["*/*", "application/*", "application/json"].flatMap((range) =>
    ["", ";q=1", ";q=1.0", ";q=1.000", ";q=0.1", ";q=0.001", "; q=0.5", " ; q=0.5", ";Q=0.5"].map((q) => range + q),
  ),
];

const acceptCases = (operation: Operation, valid: (context: Context) => Inputs): Case[] =>
  ACCEPT.map((accept) =>
    accepted(operation, {
      rule: "media types",
      name: accept ? `a request with Accept ${JSON.stringify(accept)} succeeds` : "a request without Accept succeeds",
      wire: true,
      inputs: (context) => ({ ...valid(context), headers: { Accept: accept } }),
    }),
  );
