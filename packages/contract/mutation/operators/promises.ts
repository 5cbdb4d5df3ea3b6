import type { Api } from "../kit/api.js";
import { sent } from "../kit/exchange.js";
import { onRequest, onResponse, placesOf, refuse } from "../kit/faults.js";
import { type Operator, operator, variant } from "../kit/operator.js";
import { edit, requestPlaces } from "../kit/request-places.js";
import { isFree, set } from "../kit/schema.js";
import { Unknown, type Visit } from "../kit/visit.js";

type OperationModel = Api["model"]["operations"][number];

const methodsOf = (api: Api, { path }: OperationModel) =>
  api.model.operations.filter((one) => one.path === path).map(({ method }) => method);
const sameRecord = (api: Api) =>
  placesOf(api.model.operations.filter(({ promises }) => promises.repeatedCreate === "sameRecord"));

/** Sends a request to create a record twice, and once with other texts under the same identity. */
async function repeated({ operation }: { operation: OperationModel }, visit: Visit): Promise<void> {
  const request = await visit.valid(operation);
  for (let i = 0; i < 2; i++) await visit.send(request);
  const identity = visit.api.roleOf(operation)?.request?.identity;
  for (const place of requestPlaces(visit.api, operation)) {
    const isOwn =
      !place.parameter && isFree(place.schema) && place.name !== identity && place.name !== `body.${identity}`;
    const other = isOwn ? edit(visit.api, place, request, (slot) => set(slot, `${slot.value}2`)) : undefined;
    if (other) return void (await visit.send(other));
  }
}

export const PROMISES: readonly Operator[] = [
  operator(
    "a promise of the document broken",
    "What x-promises says holds: unknown and repeated query parameters, other methods, a repeated create request (x-promises of the document)",
    variant({
      name: "an unknown query parameter accepted",
      places: (api) => (api.model.promises.unknownQueryParameter ? placesOf(api.model.operations) : []),
      fault: ({ operation }, api) =>
        onRequest(api, operation, (request) => {
          const known = operation.parameters.map(({ name }) => name);
          return sent(request).withQuery(sent(request).query.filter(([name]) => known.includes(name)));
        }),
      witness: async ({ operation }, visit) =>
        visit.send(sent(await visit.valid(operation)).withParameter("no-such-parameter", "1")),
    }),
    variant({
      name: "a repeated query parameter accepted",
      places: (api) =>
        api.model.promises.repeatedQueryParameter
          ? placesOf(api.model.operations.filter(({ parameters }) => parameters.some((one) => one.in === "query")))
          : [],
      fault: ({ operation }, api) =>
        onRequest(api, operation, (request) => sent(request).withQuery([...new Map(sent(request).query)])),
      async witness({ operation }, visit) {
        const [first] = operation.parameters.filter((one) => one.in === "query" && one.schema.node.type === "integer");
        if (!first) throw new Unknown("no number in the query");
        await visit.send(sent(await visit.valid(operation)).withParameter(first.name, "1", "2"));
      },
    }),
    variant({
      name: "another method served",
      places: (api) => (api.model.promises.otherMethods ? placesOf(api.model.operations) : []),
      fault:
        ({ operation }, api) =>
        (request, right) => {
          const isOther =
            ![...methodsOf(api, operation), "HEAD", "OPTIONS"].includes(request.method) &&
            api.pattern(operation).test(sent(request).path);
          return right(isOther ? { ...request, method: operation.method } : request);
        },
      witness: async ({ operation }, visit) => visit.send({ ...(await visit.valid(operation)), method: "PROPFIND" }),
    }),
    variant({
      name: "a repeated create request refused",
      places: sameRecord,
      fault({ operation }, api) {
        const seen = new Set<string>();
        return onRequest(api, operation, ({ target, body }) => {
          if (seen.has(target + body)) return refuse(api, operation);
          seen.add(target + body);
          return undefined;
        });
      },
      witness: repeated,
    }),
    variant({
      name: "another record under the same identity accepted",
      places: sameRecord,
      fault({ operation }, api) {
        const known = new Map<string, Parameters<Parameters<typeof onResponse>[2]>[0]>();
        return onResponse(api, operation, (response, request) => {
          const { request: place } = api.roleOf(operation) ?? {};
          const key = `${request.target} ${JSON.stringify((sent(request).json as Record<string, unknown> | undefined)?.[place?.identity ?? ""])}`;
          if (response.status < 300) known.set(key, response);
          return response.status === 400 ? known.get(key) : undefined;
        });
      },
      witness: repeated,
    }),
  ),
];
