import type { OperationModel, ResponseModel } from "@metadata-service/spec-tools";
import { type Api, documented, successOf } from "../kit/api.js";
import { header, type Response, withBody, withHeader, withJson } from "../kit/exchange.js";
import { type OperationPlace, onResponse } from "../kit/faults.js";
import { KEYWORDS } from "../kit/keywords.js";
import { type Operator, operator, variant } from "../kit/operator.js";
import { editBody, hasStatus, type ResponsePlace, responsePlaces } from "../kit/response-places.js";
import { isObject, type Slot, set } from "../kit/schema.js";
import type { Visit } from "../kit/visit.js";

interface StatusPlace extends OperationPlace {
  readonly status: string;
  readonly response: ResponseModel;
}

/** Every documented response. */
const responses = (api: Api): StatusPlace[] =>
  api.model.operations.flatMap((operation) =>
    operation.responses.map((response) => ({
      operation,
      response,
      status: response.status,
      pointer: response.pointer,
      name: response.status,
    })),
  );
const withContent = (api: Api) => responses(api).filter(({ response }) => response.content.length > 0);
const errors = (api: Api) => withContent(api).filter(({ status }) => !/^[23]/.test(status));

const places = (api: Api): ResponsePlace[] =>
  api.model.operations.flatMap((operation) => responsePlaces(api, operation));
const required = (api: Api) =>
  places(api).flatMap((place) =>
    (place.schema.required ?? []).map((field) => ({ ...place, field, name: `${place.name}.${field}` })),
  );

const statusOf = (status: string) => (status === "default" ? 500 : Number(status.replace(/XX$/i, "00")));

/** Sends requests to which the operation responds with the status of a place. */
const provoke = ({ operation, status }: { operation: OperationModel; status: string }, visit: Visit) =>
  visit.provoke(operation, statusOf(status));

/** A variant that changes the responses with a status. */
const answered = <P extends OperationPlace & { status: string }>(
  name: string,
  placesOf: (api: Api) => readonly P[],
  change: (response: Response, place: NoInfer<P>) => Response | undefined,
) =>
  variant({
    name,
    places: placesOf,
    fault: (place, api) =>
      onResponse(api, place.operation, (response) =>
        hasStatus(place.operation, place.status, response) ? change(response, place) : undefined,
      ),
    witness: provoke,
  });

/** A variant that changes values in responses. */
const changed = <P extends ResponsePlace>(
  name: string,
  placesOf: (api: Api) => readonly P[],
  change: (slot: Slot, place: NoInfer<P>) => boolean,
) => answered(name, placesOf, (response, place) => editBody(response, place.steps, (slot) => change(slot, place)));

/** A variant that changes every n-th successful response. */
const nowAndThen = (name: string, every: number, broken: (response: Response) => Response, perOperation: boolean) =>
  variant({
    name: `${name}, 1 in ${every}`,
    places: (api) =>
      (perOperation ? api.model.operations : [undefined]).map((operation) => ({
        operation,
        pointer: operation?.pointer ?? "",
        name: "",
      })),
    fault({ operation }, api) {
      let count = 0;
      return onResponse(api, operation, (response) =>
        response.status < 300 && ++count % every === 0 ? broken(response) : undefined,
      );
    },
    async witness({ operation }, visit) {
      for (let i = 0; i < every; i++) await visit.call(operation ?? reading(visit.api));
    },
  });

const reading = ({ model: { operations } }: Api) =>
  (operations.find(({ method }) => method === "GET") ?? operations[0]) as OperationModel;

const otherStatus = (operation: OperationModel, status: number) =>
  [202, 206, 203, 400, 404, 418, 500, 409].find(
    (other) => other !== status && documented(operation, other) === undefined,
  );

/** Writes a name in another convention. */
function renamed(name: string): string {
  if (/[A-Z]/.test(name)) return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return name.includes("_") ? name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()) : `${name}_`;
}

/** Places whose values do not have a type, according to their schema and the other branches of a union. */
function without(api: Api, ...types: string[]): ResponsePlace[] {
  const all = places(api);
  const allows = ({ schema }: ResponsePlace) => [schema.type ?? []].flat().some((type) => types.includes(type));
  const isBeside = (one: ResponsePlace, other: ResponsePlace) =>
    other.steps.length === one.steps.length &&
    other.steps.every((step, i) => i === one.steps.length - 1 || step === one.steps[i]);
  return all.filter((place) => {
    if (place.schema.type === undefined || allows(place)) return false;
    const last = place.steps.at(-1);
    return !(last && "branch" in last && all.some((other) => isBeside(place, other) && allows(other)));
  });
}

const status500 = (response: Response) => withJson({ ...response, status: 500 }, { message: "Internal error" });

/** A variant that garbles the bytes of a JSON body. */
const garbled = (name: string, garble: (body: Buffer) => Buffer) =>
  answered(
    name,
    (api) => withContent(api).filter(({ response }) => response.content[0]?.kind === "json"),
    (response) => (response.body.length > 0 ? withBody(response, garble(response.body)) : undefined),
  );

export const RESPONSES: readonly Operator[] = [
  operator(
    "a required field dropped",
    "A response has all fields that its schema requires (JSON Schema Validation, 6.5.3; OpenAPI 3.1, 4.8.17)",
    changed(
      "",
      required,
      ({ value }, { field }) => isObject(value) && Object.hasOwn(value, field) && Reflect.deleteProperty(value, field),
    ),
  ),
  operator(
    "a required field renamed",
    "Fields have the names of the schema (JSON Schema Core, 10.3.2.1; RFC 8259, 4)",
    changed("", required, (slot, { field }) => {
      if (!isObject(slot.value) || !Object.hasOwn(slot.value, field)) return false;
      const entries = Object.entries(slot.value).map(([name, value]) => [name === field ? renamed(name) : name, value]);
      return set(slot, Object.fromEntries(entries));
    }),
  ),
  operator(
    "a field retyped",
    "A value of a response has a type of its schema, and so has every element of an array (JSON Schema Validation, 6.1.1; JSON Schema Core, 10.3.1.2)",
    changed(
      "number as text",
      (api) => without(api, "string", "object", "array"),
      (slot) => slot.value !== null && set(slot, String(slot.value)),
    ),
    changed(
      "text as number",
      (api) => without(api, "number", "integer", "object", "array", "boolean"),
      (slot) => slot.value !== null && set(slot, 12),
    ),
    changed(
      "as null",
      (api) => without(api, "null"),
      (slot) => slot.value !== null && set(slot, null),
    ),
    changed(
      "in an array",
      (api) => without(api, "array"),
      (slot) => slot.value !== null && set(slot, [slot.value]),
    ),
    changed(
      "the last of several",
      (api) => places(api).filter(({ status, schema }) => /^2/.test(status) && [schema.type].flat().includes("array")),
      ({ value }) =>
        Array.isArray(value) && value.length > 1 && isObject(value.at(-1)) && value.splice(-1, 1, "gone").length > 0,
    ),
  ),
  operator(
    "a keyword broken in responses",
    "The body of a response is valid against its schema (JSON Schema Validation, 6 and 7; OpenAPI 3.1, 4.8.17)",
    ...KEYWORDS.filter(({ name }) => name !== "type" && name !== "required").map((keyword) =>
      changed(
        keyword.name,
        (api) => places(api).filter(({ schema }) => keyword.applies(schema)),
        (slot, { schema }) => {
          const bad = keyword
            .bad(slot.value, schema)
            .find((value) => typeof value === typeof slot.value && keyword.breaks(value, schema));
          return bad !== undefined && set(slot, bad);
        },
      ),
    ),
  ),
  operator(
    "a status changed",
    "A response has a documented status, and that of a success only if the request succeeded (OpenAPI 3.1, 4.8.16; RFC 9110, 15)",
    answered(
      "undocumented",
      (api) =>
        responses(api).filter(
          ({ operation, status }) => /^\d{3}$/.test(status) && otherStatus(operation, Number(status)) !== undefined,
        ),
      (response, { operation }) => ({ ...response, status: otherStatus(operation, response.status) ?? 418 }),
    ),
    answered("an error as a success", errors, (response, { operation }) => ({
      ...response,
      status: successOf(operation),
    })),
  ),
  operator(
    "an error without its body",
    "An error has the documented content (OpenAPI 3.1, 4.8.17; RFC 9110, 8.3)",
    answered("empty", errors, (response) => withHeader(withBody(response, ""), "content-type", undefined)),
    answered(
      "a page of HTML",
      (api) => errors(api).filter(({ response }) => !response.content.some(({ concrete }) => concrete === "text/html")),
      (response) =>
        withHeader(
          withBody(response, `<!DOCTYPE html><title>${response.status}</title>`),
          "content-type",
          "text/html; charset=utf-8",
        ),
    ),
  ),
  operator(
    "the Content-Type of a response wrong or missing",
    "A response with a body says its media type, which is a documented one (RFC 9110, 8.3; OpenAPI 3.1, 4.8.17)",
    answered("wrong", withContent, (response) => withHeader(response, "content-type", "application/octet-stream")),
    answered("missing", withContent, (response) => withHeader(response, "content-type", undefined)),
  ),
  operator(
    "a response that is not JSON",
    "A response of application/json is a JSON text in UTF-8 (RFC 8259, 2 and 8.1)",
    garbled("text after the end", (body) => Buffer.concat([body, Buffer.from("\n<!-- 12 ms -->")])),
    garbled("NaN", (body) =>
      Buffer.from(String(body).replace(/[{[]/, (first) => (first === "{" ? '{"n":NaN,' : "[NaN,"))),
    ),
    garbled("a byte order mark", (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])),
    garbled("bytes that are not UTF-8", (body) => Buffer.from(String(body).replace(/:\s*"/, ':"\xff'), "latin1")),
    garbled("empty", () => Buffer.alloc(0)),
  ),
  operator(
    "a documented header broken",
    "A required header is sent, and every header is valid against its schema (OpenAPI 3.1, 4.8.17 and 4.8.21)",
    answered(
      "",
      (api) =>
        responses(api).flatMap((place) =>
          place.response.headers.flatMap(({ name, required: demanded, schema, pointer }) => {
            const isNumber = [schema.node.type].flat().some((type) => type === "integer" || type === "number");
            const forms = [...(demanded ? [undefined] : []), ...(isNumber ? ["soon"] : [])];
            return forms.map((form) => ({
              ...place,
              header: name.toLowerCase(),
              form,
              pointer,
              name: `${place.status} ${name} ${form ?? "missing"}`,
            }));
          }),
        ),
      (response, place) =>
        header(response, place.header) ? withHeader(response, place.header, place.form) : undefined,
    ),
  ),
  operator(
    "a server error now and then",
    "A valid request succeeds, each time (RFC 9110, 15.6.1; OpenAPI 3.1, 4.8.16)",
    ...[5, 25].map((every) => nowAndThen("500", every, status500, true)),
  ),
  operator(
    "every n-th response cut",
    "A server responds to every request, and a body is complete (RFC 9112, 6.3 and 8; RFC 9110, 3.4)",
    ...[3, 20, 100].map((every) =>
      nowAndThen("in the middle of the body", every, (response) => ({ ...response, broken: "within" }), false),
    ),
  ),
  operator(
    "HEAD unlike GET",
    "HEAD is served wherever GET is, with the same status and headers (RFC 9110, 9.1 and 9.3.2)",
    variant({
      name: "",
      places: (api) =>
        api.model.operations
          .filter(({ method }) => method === "GET")
          .flatMap((operation) =>
            [405, 404, 500].map((status) => ({ operation, status, pointer: operation.pointer, name: String(status) })),
          ),
      fault: ({ operation, status }, api) =>
        onResponse(api, undefined, (response, request) =>
          request.method === "HEAD" && api.operationOf({ ...request, method: "GET" }) === operation
            ? { ...response, status }
            : undefined,
        ),
      witness: async ({ operation }, visit) => visit.send({ ...(await visit.valid(operation)), method: "HEAD" }),
    }),
  ),
];
