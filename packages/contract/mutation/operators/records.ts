import { type Api, pathNames, successOf, writtenBy } from "../kit/api.js";
import { type Fault, parsed, type Request, type Response, sent, withJson } from "../kit/exchange.js";
import { onResponse, placesOf } from "../kit/faults.js";
import { type Operator, operator, type Place, variant } from "../kit/operator.js";
import { edit, pathOf, pathValues, requestPlaces } from "../kit/request-places.js";
import {
  editRecords,
  fieldsOf,
  identityIn,
  namedIn,
  naming,
  sibling,
  type Use,
  useOf,
  usesOf,
} from "../kit/resources.js";
import { isFree, isObject, set, slotIn } from "../kit/schema.js";
import { recordsOf, Unknown, unknownOf, type Visit } from "../kit/visit.js";

interface UsePlace extends Place {
  readonly operation: Use["model"];
  readonly use: Use;
}

/** Operations with one of the roles whose resources also have operations with others. */
const uses = (api: Api, roles: Use["role"][], ...others: Use["role"][]): UsePlace[] =>
  usesOf(api, ...roles)
    .filter((use) => others.every((other) => sibling(use, other)))
    .map((use) => ({ operation: use.model, pointer: use.pointer, use, name: "" }));

/** The same, for operations whose path names a record. */
const byPath = (...given: Parameters<typeof uses>) =>
  uses(...given).filter(({ use }) => use.identifiedBy?.in === "path");

/** Creates a record and returns its identity. */
async function created(use: Use, visit: Visit): Promise<unknown> {
  const { model, response: place } = use;
  const response = await visit.call(model);
  const identity = place?.identity && recordsOf(response, place.at)[0]?.[place.identity];
  if (response.status >= 300 || identity === undefined) throw new Unknown("no record was created");
  return identity;
}

/** Reads a record of the resource of `use`. */
async function read(use: Use, visit: Visit, identity: unknown): Promise<Response> {
  const get = sibling(use, "get");
  if (!get?.identifiedBy) throw new Unknown("no operation reads a record");
  return visit.call(get.model, { parameters: { [get.identifiedBy.name]: identity } });
}

/** Sends a request for a record, with other texts than those of the example, and reads the record twice. */
async function callAndRead({ use }: UsePlace, visit: Visit): Promise<void> {
  const identity = await visit.identity(use.resource);
  let request = await visit.valid(use.model, { parameters: { [use.identifiedBy?.name ?? ""]: identity } });
  for (const place of requestPlaces(visit.api, use.model))
    if (!place.parameter && isFree(place.schema))
      request = edit(visit.api, place, request, (slot) => set(slot, `${slot.value}2`)) ?? request;
  await visit.send(request);
  for (let i = 0; i < 2; i++) await read(use, visit, identity);
}

const twice = async ({ operation }: UsePlace, visit: Visit) => {
  for (let i = 0; i < 2; i++) await visit.call(operation);
};

/** A response without content, or the documented example. */
const success = ({ api, model }: Use): Response => writtenBy(api, model, successOf(model));

/** The request of another operation for the record that a request names. */
function requestFor(to: Use, from: Use, request: Request): Request {
  const values = pathValues(from.api, from.model, sent(request).path);
  const target = pathOf(to.model, { ...values, [to.identifiedBy?.name ?? ""]: namedIn(from, request) });
  return { ...request, method: to.model.method, target, body: Buffer.alloc(0) };
}

/** Handles the requests of one operation. */
const handling =
  (api: Api, { operation }: UsePlace, handle: Fault): Fault =>
  (request, right) =>
    api.operationOf(request) === operation ? handle(request, right) : right(request);

export const RECORDS: readonly Operator[] = [
  operator(
    "a record forgotten",
    "A created record can be read (RFC 9110, 9.3.1 and 9.3.3)",
    ...[1, 2].map((every) =>
      variant({
        name: `1 in ${every}`,
        places: (api) => uses(api, ["create"], "get"),
        fault({ use }, api) {
          const lost = new Set<string>();
          let count = 0;
          return async (request, right) => {
            const other = useOf(api, request);
            const named = other?.resource === use.resource ? namedIn(other, request) : undefined;
            if (other?.role === "get" && named !== undefined && lost.has(named))
              return right(naming(other, request, unknownOf(named)));
            const response = await right(request);
            const identity = other?.operation === use.operation ? identityIn(use, response) : undefined;
            if (identity !== undefined && ++count % every === 0) lost.add(identity);
            return response;
          };
        },
        async witness({ use }, visit) {
          for (let i = 0; i < every; i++) await read(use, visit, await created(use, visit));
        },
      }),
    ),
  ),
  operator(
    "a created record missing in the list",
    "A list has the records that were created (RFC 9110, 9.3.1 and 9.3.3)",
    variant({
      name: "",
      places: (api) => uses(api, ["create"], "list"),
      fault({ use }, api) {
        const hidden = new Set<unknown>();
        return onResponse(api, undefined, (response, request) => {
          const other = useOf(api, request);
          if (other?.operation === use.operation) hidden.add(identityIn(use, response));
          const place = other?.resource === use.resource && other.role === "list" ? other.response : undefined;
          const identity = place?.identity;
          if (!place || identity === undefined) return undefined;
          return editRecords(place, response, (records) =>
            records.filter((one) => !hidden.has(String(fieldsOf(one)[identity]))),
          );
        });
      },
      async witness({ use }, visit) {
        await created(use, visit);
        const { model, query = {} } = sibling(use, "list") as Use;
        const named = (...meanings: string[]) =>
          Object.entries(query).find(([, meaning]) => meanings.includes(meaning.use))?.[0];
        const [limit, start] = [named("limit"), named("offset", "page")];
        const most = model.parameters.find(({ name }) => name === limit)?.schema.node.maximum ?? 100;
        // Up to the end, if the list has no more records than the right server at its start.
        for (let page = 0; page < (start ? Math.ceil(300 / most) : 1); page++) {
          const at = query[start ?? ""]?.use === "page" ? page + 1 : page * most;
          await visit.call(model, { parameters: { ...(limit && { [limit]: most }), ...(start && { [start]: at }) } });
        }
      },
    }),
  ),
  operator(
    "a deleted record still there",
    "A deleted record is gone (RFC 9110, 9.3.5)",
    variant({
      name: "",
      places: (api) => uses(api, ["delete"], "get"),
      fault: (place, api) =>
        handling(api, place, async (request, right) => {
          const found = await right(requestFor(sibling(place.use, "get") as Use, place.use, request));
          return found.status < 300 ? success(place.use) : right(request);
        }),
      witness: callAndRead,
    }),
  ),
  operator(
    "an unknown record found",
    "What does not exist is 404 (RFC 9110, 15.5.5; OpenAPI 3.1, 4.8.16)",
    variant({
      name: "",
      places: (api) =>
        byPath(api, ["get", "update", "replace", "delete"]).filter(({ operation }) =>
          operation.responses.some(({ status }) => status === "404"),
        ),
      fault({ use }, api) {
        let known: string | undefined;
        return async (request, right) => {
          const other = useOf(api, request);
          const response = await right(request);
          if (other?.resource !== use.resource) return response;
          if (response.status < 300) known = namedIn(other, request) ?? identityIn(other, response) ?? known;
          if (other.operation !== use.operation || response.status !== 404) return response;
          const instead =
            known === undefined || use.role === "delete" ? undefined : await right(naming(use, request, known));
          return instead && instead.status < 300 ? instead : success(use);
        };
      },
      async witness({ operation }, visit) {
        await visit.call(operation).catch(() => undefined);
        await visit.provoke(operation, 404);
      },
    }),
  ),
  operator(
    "two records mixed up",
    "A record is read by its identity, and a create request returns the record that it created (RFC 9110, 9.3.1, 9.3.3 and 15.3.2)",
    variant({
      name: "the one before is read",
      places: (api) => byPath(api, ["get"]),
      fault(place, api) {
        let before: string | undefined;
        return handling(api, place, async (request, right) => {
          const named = namedIn(place.use, request);
          const response = await right(before === undefined ? request : naming(place.use, request, before));
          if (response.status >= 300) return right(request);
          before = named;
          return response;
        });
      },
      witness: twice,
    }),
    variant({
      name: "the first created one is returned",
      places: (api) => uses(api, ["create"]).filter(({ use }) => use.response),
      fault({ operation }, api) {
        let first: Response | undefined;
        return onResponse(api, operation, (response) => {
          if (response.status < 300) first ??= response;
          return response.status < 300 ? first : undefined;
        });
      },
      witness: twice,
    }),
  ),
  operator(
    "a stale read after an update",
    "A read after an update returns the new values (RFC 9110, 9.3.4; RFC 5789, 2; RFC 9111, 4.4)",
    variant({
      name: "",
      places: (api) => uses(api, ["update", "replace"], "get"),
      fault({ use }, api) {
        const old = new Map<string, Response>();
        return async (request, right) => {
          const other = useOf(api, request);
          const named = other?.resource === use.resource ? namedIn(other, request) : undefined;
          const stale = old.get(named ?? "");
          if (other?.role === "get" && stale) return stale;
          if (other?.operation === use.operation && named !== undefined && !stale) {
            const before = await right(requestFor(sibling(use, "get") as Use, use, request));
            if (before.status < 300) old.set(named, before);
          }
          return right(request);
        };
      },
      witness: callAndRead,
    }),
  ),
  operator(
    "a partial update that loses other fields",
    "PATCH changes only what it names (RFC 5789, 2; RFC 7396, 1)",
    variant({
      name: "",
      places: (api) => uses(api, ["update"]).filter(({ use }) => use.response),
      fault: ({ operation, use: { response: place } }, api) =>
        onResponse(api, operation, (response, request) => {
          const given = fieldsOf(sent(request).json);
          const root = { value: parsed(response.body) };
          if (response.status >= 300 || !place) return undefined;
          const slot = slotIn(root, place.at);
          const kept = [place.identity, ...(place.schema.node.required ?? [])];
          const lost = isObject(slot?.value)
            ? Object.keys(slot.value).find((name) => !Object.hasOwn(given, name) && !kept.includes(name))
            : undefined;
          if (!isObject(slot?.value) || lost === undefined) return undefined;
          Reflect.deleteProperty(slot.value, lost);
          return withJson(response, root.value);
        }),
      async witness({ operation }, visit) {
        const request = await visit.valid(operation);
        const [first] = Object.entries(fieldsOf(sent(request).json));
        if (first) await visit.send(sent(request).withJson(Object.fromEntries([first])));
      },
    }),
  ),
  operator(
    "GET that changes something",
    "GET is safe: the same request has the same result (RFC 9110, 9.2.1)",
    variant({
      name: "",
      places: (api) => byPath(api, ["get"], "delete"),
      fault: (place, api) =>
        handling(api, place, async (request, right) => {
          const response = await right(request);
          if (response.status < 300) await right(requestFor(sibling(place.use, "delete") as Use, place.use, request));
          return response;
        }),
      witness: callAndRead,
    }),
  ),
  operator(
    "a repeated PUT refused",
    "PUT is idempotent: the same request again has the same result (RFC 9110, 9.2.2 and 9.3.4)",
    variant({
      name: "",
      places: (api) => uses(api, ["replace"]),
      fault({ operation }, api) {
        const seen = new Set<string>();
        return onResponse(api, operation, (response, request) => {
          const key = request.target + request.body;
          if (seen.has(key)) return { ...writtenBy(api, operation, 400), status: 400 };
          if (response.status < 300) seen.add(key);
          return undefined;
        });
      },
      async witness({ operation }, visit) {
        const request = await visit.valid(operation);
        for (let i = 0; i < 2; i++) await visit.send(request);
      },
    }),
  ),
  operator(
    "a record found under another parent",
    "A path names a record within its parent (RFC 3986, 3.3; OpenAPI 3.1, 4.8.8)",
    variant({
      name: "",
      places: (api) =>
        uses(api, ["get", "list"]).flatMap((place) =>
          place.use.scope
            .filter(({ resource }) => resource)
            .map(({ parameter, resource }) => ({ ...place, parameter, parent: resource, name: parameter })),
        ),
      fault({ operation, parameter, use }, api) {
        let first: string | undefined;
        return async (request, right) => {
          const model = api.operationOf(request);
          if (!model || !pathNames(model).includes(parameter)) return right(request);
          const values = pathValues(api, model, sent(request).path);
          if (model !== operation) {
            const response = await right(request);
            if (response.status < 300 && api.roleOf(model)?.resource === use.resource) first ??= values[parameter];
            return response;
          }
          return right(sent(request).withPath(pathOf(model, { ...values, [parameter]: first ?? values[parameter] })));
        };
      },
      async witness({ operation, use, parameter, parent: name }, visit) {
        const parent = visit.api.model.resources.find((one) => one.name === name);
        if (!parent) throw new Unknown("no parent");
        const one = await visit.identity(parent);
        const own = use.identifiedBy
          ? { [use.identifiedBy.name]: await visit.identity(use.resource, { [parameter]: one }) }
          : {};
        if (!use.identifiedBy)
          await visit.call((sibling(use, "create") ?? use).model, { parameters: { [parameter]: one } });
        for (const value of [one, unknownOf(one)])
          await visit.call(operation, { parameters: { [parameter]: value, ...own } });
      },
    }),
  ),
  operator(
    "concurrency lost",
    "Requests at the same time are independent of each other (RFC 9110, 3.3: HTTP is stateless)",
    variant({
      name: "the response of another request",
      places: (api) => placesOf(api.model.operations),
      fault({ operation }, api) {
        let open: Promise<Response> | undefined;
        return (request, right) => {
          if (api.operationOf(request) !== operation) return right(request);
          const own = right(request);
          const other = open;
          open = own;
          const done = () => {
            if (open === own) open = undefined;
          };
          own.then(done, done);
          return other ?? own;
        };
      },
      async witness({ operation }, visit) {
        const isLimit = ({ in: place, schema }: Use["model"]["parameters"][number]) =>
          place === "query" && schema.node.type === "integer";
        const limit = operation.parameters.find(isLimit);
        const wishes = limit ? [1, 2].map((value) => ({ parameters: { [limit.name]: value } })) : [{}, {}];
        const requests: Request[] = [];
        for (const wish of wishes) requests.push(await visit.valid(operation, wish));
        await Promise.all(requests.map((request) => visit.send(request)));
      },
    }),
    variant({
      name: "an error for the second create request",
      places: (api) => uses(api, ["create"]),
      fault({ operation }, api) {
        let open = 0;
        const deadlock = withJson(
          { status: 500, headers: { "content-type": "application/json" }, body: Buffer.alloc(0) },
          { message: "Deadlock" },
        );
        return async (request, right) => {
          if (api.operationOf(request) !== operation) return right(request);
          try {
            return ++open > 1 ? deadlock : await right(request);
          } finally {
            open--;
          }
        };
      },
      async witness({ operation }, visit) {
        const requests = [await visit.valid(operation), await visit.valid(operation)];
        await Promise.all(requests.map((request) => visit.send(request)));
      },
    }),
  ),
];
