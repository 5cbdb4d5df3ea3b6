import type { Case, Context } from "../../case.js";
import { type Body, type Document, type Operation, successOf } from "../../document.js";
import { jsonTypes, otherTypes } from "../../grammar/media-type.js";
import { requestOf } from "../../request.js";
import { draft } from "../draft.js";
import { accepts as isDocumented } from "../protocol.js";
import { refusalOf } from "../refuse.js";
import { validInputs } from "../valid-inputs.js";

/** How the header Content-Type may say JSON in UTF-8, and what else it may not say; and what Accept may ask for. */
export function mediaTypeCases(document: Document, operation: Operation): Case[] {
  return [
    ...(operation.body?.kind === "json" ? contentTypes(document, operation, operation.body) : []),
    ...(isJson(operation) ? accepts(document, operation) : []),
  ];
}

/** Whether success is JSON, and nothing but that. */
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
        name: `Content-Type ${JSON.stringify(text)} is taken (${about})`,
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
      name: "an empty Content-Type is refused",
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
      // Another charset is another body, though the type is the documented one.
      .filter(({ text }) => /charset/i.test(text) || !isDocumented(body, text))
      .map(({ text, about }) =>
        draft(operation, {
          rule: "media types",
          name: `Content-Type ${JSON.stringify(text)} is refused (${about})`,
          status: refusalOf(operation),
          wire: true,
          run: (context) => send(context, text, refusalOf(operation)).then(() => {}),
        }),
      ),
  ];
}

/** What asks for JSON, in every way that HTTP has for it (RFC 9110, 12.5.1). */
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
];

function accepts(document: Document, operation: Operation): Case[] {
  return ACCEPT.map((accept) =>
    draft(operation, {
      rule: "media types",
      name: accept ? `Accept ${JSON.stringify(accept)} is answered` : "no Accept is answered",
      wire: true,
      run: async (context) => {
        const inputs = validInputs(document, operation, context.uid());
        await context.exchange(operation, { ...inputs, headers: { Accept: accept } });
      },
    }),
  );
}
