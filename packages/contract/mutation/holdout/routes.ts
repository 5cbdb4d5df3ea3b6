import type { WireRequest, WireResponse } from "../../src/index.js";
import { answered, refused } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { item } from "../kit/samples.js";
import { CREATE, LISTS, NAMESPACE_PLACES } from "../kit/spec.js";
import { isAt, METADATA, ORDERS, ORDERS_V3, onRefusal, PLACES, type Place, REPORTS } from "./operations.js";
import { send } from "./shared.js";

const ROUTES = "routes and methods";
const PATH_RULE = "Decision 0008: an unknown path is a 404";
const METHOD_RULE = "Decision 0008: an unknown method is a 405 with Allow";

/** Serves an operation at a path that does not exist. */
const alsoAt = (
  name: string,
  places: readonly Place[],
  read: (path: string) => string | undefined,
  write: (path: string) => string,
): Mutant[] =>
  mutantsOf(ROUTES, {
    name,
    rule: PATH_RULE,
    places,
    fault:
      (place) =>
      ({ path, search, request }) => {
        const to = read(path);
        if (to === undefined || to === path || !isAt(place, to)) return undefined;
        return { request: { ...request, path: search ? `${to}?${search}` : to } };
      },
    witness: ({ request, path }) => [{ ...request, path: write(path) }],
  });

const html = (status: number, text: string): WireResponse => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!DOCTYPE html><html><body><h1>${text}</h1></body></html>`,
});

const other = ({ request, path }: Place, method: string): WireRequest => ({ method, path, headers: request.headers });

const UNKNOWN_PATHS = [
  { name: "outside of the API", isIn: (path: string) => !path.startsWith("/api/"), path: "/health-check" },
  { name: "of another version", isIn: (path: string) => /^\/api\/v\d\//.test(path), path: "/api/v9/reports" },
  {
    name: "below a list",
    isIn: (path: string) => LISTS.some((list) => path.startsWith(`${list.path}/`)),
    path: "/api/v1/reports/report-000001",
  },
];

export const routes: readonly Mutant[] = [
  ...alsoAt(
    "a slash at the end is ignored",
    PLACES,
    (path) => path.replace(/(?<=[^/])\/$/, ""),
    (path) => `${path}/`,
  ),
  ...alsoAt(
    "the case of a path is ignored",
    PLACES,
    (path) => path.toLowerCase(),
    (path) => path.replace("/api/", "/API/"),
  ),
  ...alsoAt(
    "repeated slashes are merged",
    PLACES,
    (path) => path.replaceAll(/\/{2,}/g, "/"),
    (path) => path.replace("/api/", "/api//"),
  ),
  ...alsoAt(
    "an extension of the path is ignored",
    PLACES,
    (path) => path.replace(/\.json$/, ""),
    (path) => `${path}.json`,
  ),
  ...alsoAt(
    "parameters of a path segment are ignored",
    PLACES,
    (path) => path.replaceAll(/;[^/]*/g, ""),
    (path) => `${path};jsessionid=1`,
  ),
  ...alsoAt(
    "version 2 serves what version 1 does",
    [ORDERS, REPORTS],
    (path) => path.replace("/api/v2/", "/api/v1/"),
    (path) => path.replace("v1", "v2"),
  ),
  ...alsoAt(
    "a path without a version is served",
    [REPORTS, ORDERS_V3, METADATA],
    (path) =>
      path
        .replace(/^\/api\/(?=reports$)/, "/api/v1/")
        .replace(/^\/api\/(?=purchase)/, "/api/v3/")
        .replace(/^\/api\/(?=metadata)/, "/api/v2/"),
    (path) => path.replace(/v\d\//, ""),
  ),
  ...alsoAt(
    "underscores and hyphens are the same",
    [ORDERS, ORDERS_V3],
    (path) => path.replace("purchase_orders", "purchase-orders"),
    (path) => path.replace("-", "_"),
  ),
  ...alsoAt(
    "a path below the list is the list",
    [REPORTS, ORDERS],
    (path) => path.replace(/(?<=reports|orders)\/(all|list)$/, ""),
    (path) => `${path}/list`,
  ),
  ...mutantsOf(ROUTES, {
    name: "a namespace is read in another form",
    rule: "Decision 0008: an unknown namespace is a 400",
    places: NAMESPACE_PLACES.flatMap(({ namespace }) => [
      {
        name: `${namespace} in upper case`,
        namespace,
        read: (text: string) => text.toLowerCase(),
        sent: namespace.toUpperCase(),
      },
      {
        name: `${namespace} with a space`,
        namespace,
        read: (text: string) => text.replace(/%20$/, ""),
        sent: `${namespace}%20`,
      },
      {
        name: `${namespace} in the plural`,
        namespace,
        read: (text: string) => text.replace(/(?<=inspection)s$/, "").replace(/^analytic$/, "analytics"),
        sent: namespace === "inspection" ? "inspections" : "analytic",
      },
    ]),
    fault:
      (place) =>
      ({ namespace, request }) =>
        namespace !== undefined && namespace !== place.namespace && place.read(namespace) === place.namespace
          ? { request: { ...request, path: CREATE.prefix + place.namespace } }
          : undefined,
    witness: ({ sent }) => [send([item("string", "x")], { namespace: sent })],
  }),
  ...mutantsOf(ROUTES, {
    name: "an unknown namespace is another error",
    rule: "Decision 0008: an unknown namespace is a 400",
    places: [
      { name: "404", status: 404 },
      { name: "403", status: 403 },
    ],
    fault:
      ({ status }) =>
      ({ namespace }) =>
        namespace !== undefined && !NAMESPACE_PLACES.some((each) => each.namespace === namespace)
          ? { after: (answer) => (answer.status === 400 ? { ...answer.response, status } : undefined) }
          : undefined,
    witness: () => [send([item("string", "x")], { namespace: "billing" })],
  }),
  ...mutantsOf(ROUTES, {
    name: "a header replaces the method",
    rule: METHOD_RULE,
    places: PLACES,
    fault: (place) => (exchange) => {
      const method = exchange.header("x-http-method-override")?.toUpperCase();
      return isAt(place, exchange.path) && method === place.method && exchange.method !== method
        ? { request: { ...exchange.request, method } }
        : undefined;
    },
    witness: (place) => [
      {
        ...place.request,
        method: place.method === "GET" ? "POST" : "PUT",
        headers: { ...place.request.headers, "X-HTTP-Method-Override": place.method },
      },
    ],
  }),
  ...mutantsOf(ROUTES, {
    name: "HEAD is served as GET",
    rule: METHOD_RULE,
    places: PLACES.slice(0, 3),
    fault:
      (place) =>
      ({ method, path, request }) =>
        method === "HEAD" && isAt(place, path) ? { request: { ...request, method: "GET" } } : undefined,
    witness: (place) => [other(place, "HEAD")],
  }),
  ...mutantsOf(ROUTES, {
    name: "one method has the wrong error",
    rule: METHOD_RULE,
    places: [
      { name: "DELETE of a list is a 404", place: REPORTS, method: "DELETE", status: 404 },
      { name: "PATCH of a list is a 501", place: ORDERS, method: "PATCH", status: 501 },
      { name: "GET of a namespace is a 404", place: METADATA, method: "GET", status: 404 },
      { name: "PUT of a namespace is a 400", place: METADATA, method: "PUT", status: 400 },
      { name: "POST of a list is a 403", place: ORDERS_V3, method: "POST", status: 403 },
    ],
    fault: ({ place, method, status }) =>
      onRefusal(place, 405, (response, exchange) =>
        exchange.method === method ? refused("no such method", status) : response,
      ),
    witness: ({ place, method }) => [other(place, method)],
  }),
  ...mutantsOf(ROUTES, {
    name: "Allow is wrong",
    rule: METHOD_RULE,
    places: [
      { name: "missing for a list", place: REPORTS, allow: undefined },
      { name: "missing for a namespace", place: METADATA, allow: undefined },
      { name: "all methods", place: ORDERS, allow: "GET, POST, PUT, PATCH, DELETE" },
      { name: "another method", place: METADATA, allow: "GET" },
    ],
    fault: ({ place, allow }) =>
      onRefusal(place, 405, (response) => {
        const { allow: _, ...headers } = response.headers;
        return { ...response, headers: allow === undefined ? headers : { ...headers, allow } };
      }),
    witness: ({ place }) => [other(place, "DELETE")],
  }),
  ...mutantsOf(ROUTES, {
    name: "an unknown path is answered with HTML",
    rule: "Decision 0008: a 404 has the same error body",
    places: UNKNOWN_PATHS,
    fault: ({ isIn }) =>
      onRefusal(undefined, 404, (response, { path }) => (isIn(path) ? html(404, "Not Found") : response)),
    witness: ({ path }) => [get(path)],
  }),
  ...mutantsOf(ROUTES, {
    name: "an unknown path is answered with an empty page",
    rule: PATH_RULE,
    places: UNKNOWN_PATHS,
    fault:
      ({ isIn }) =>
      ({ method, path }) =>
        method === "GET" && isIn(path) && !LISTS.some((list) => list.path === path)
          ? { after: (answer) => (answer.status === 404 ? answered(200, { data: [] }) : undefined) }
          : undefined,
    witness: ({ path }) => [get(path)],
  }),
];
