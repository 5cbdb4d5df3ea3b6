import type { Case, Context } from "../../case.js";
import { type Body, type Document, type Operation, successOf } from "../../document.js";
import { jsonTypes, otherTypes } from "../../grammar/media-type.js";
import { requestOf } from "../../request.js";
import { draft } from "../draft.js";
import { accepts as isDocumented } from "../protocol.js";
import { refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";

/** Cases about the values of Content-Type that mean JSON in UTF-8, other values of it, and values of Accept. */
export function mediaTypeCases(document: Document, operation: Operation): Case[] {
  return [
    ...(operation.body?.kind === "json" ? contentTypes(document, operation, operation.body) : []),
    ...(isJson(operation) ? accepts(document, operation) : []),
  ];
}

/** Whether the success response is documented only as JSON. */
function isJson(operation: Operation): boolean {
  const types = Object.keys(successOf(operation).content);
  return types.length === 1 && types[0] === "application/json";
}

function contentTypes(document: Document, operation: Operation, body: Body): Case[] {
  const type = body.mediaType;
  const send = (context: Context, value: string, status: string, name = "Content-Type") => {
    const { [name]: _, ...inputs } = { ...validInputs(document, operation, context.uid()) } as Record<string, unknown>;
    const headers = { "Content-Type": "", [name]: value };
    return context.exchange(operation, { ...inputs, headers }, { status });
  };
  return [
    ...jsonTypes(type).map(({ text, about }) =>
      draft(operation, {
        rule: "media types",
        name: `Content-Type ${JSON.stringify(text)} is accepted (${about})`,
        wire: true,
        run: (context) => send(context, text, successOf(operation).status).then(() => {}),
      }),
    ),
    ...["content-type", "CONTENT-TYPE", "cOnTeNt-TyPe"].map((name) =>
      draft(operation, {
        rule: "media types",
        name: `the header is written ${name}`,
        wire: true,
        run: async (context) => {
          const request = requestOf(operation, validInputs(document, operation, context.uid()), context.target.apiKey);
          const { "Content-Type": _, ...headers } = request.headers;
          await context.judge(
            operation,
            { ...request, headers: { ...headers, [name]: type } },
            successOf(operation).status,
          );
        },
      }),
    ),
    draft(operation, {
      rule: "media types",
      name: "an empty Content-Type is rejected",
      status: refusalOf(operation),
      wire: true,
      run: async (context) => {
        const request = requestOf(operation, validInputs(document, operation, context.uid()), context.target.apiKey);
        await context.judge(
          operation,
          { ...request, headers: { ...request.headers, "Content-Type": "" } },
          refusalOf(operation),
        );
      },
    }),
    ...otherTypes(type)
      // Another charset is rejected even if the media type itself is documented.
      .filter(({ text }) => /charset/i.test(text) || !isDocumented(body, text))
      .map(({ text, about }) =>
        draft(operation, {
          rule: "media types",
          name: `Content-Type ${JSON.stringify(text)} is rejected (${about})`,
          status: refusalOf(operation),
          wire: true,
          run: (context) => send(context, text, refusalOf(operation)).then(() => {}),
        }),
      ),
  ];
}

/** Values of Accept that include JSON (RFC 9110, 12.5.1). */
const ACCEPT = [
  "",
  "*/*",
  "application/*",
  "APPLICATION/JSON",
  "application/json;q=0.5",
  "application/json, */*;q=0.1",
  "text/html, application/json;q=0.9",
  "text/html;q=0.8,*/*;q=0.1",
  "application/xml;q=0.9, application/json",
  "application/json; charset=utf-8",
  "application/json,text/plain,*/*",
  // Every media range with every form of a weight (RFC 9110, 12.4.2) in it.
  ...["*/*", "application/*", "application/json"].flatMap((range) =>
    [";q=1", ";q=1.0", ";q=1.000", ";q=0.1", ";q=0.001", "; q=0.5", " ; q=0.5", ";Q=0.5"].map(
      (weight) => range + weight,
    ),
  ),
];

function accepts(document: Document, operation: Operation): Case[] {
  return ACCEPT.map((accept) =>
    draft(operation, {
      rule: "media types",
      name: accept ? `a request with Accept ${JSON.stringify(accept)} succeeds` : "a request without Accept succeeds",
      wire: true,
      run: async (context) => {
        const inputs = validInputs(document, operation, context.uid());
        await context.exchange(operation, { ...inputs, headers: { Accept: accept } });
      },
    }),
  );
}
