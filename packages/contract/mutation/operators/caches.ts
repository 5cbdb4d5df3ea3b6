import type { WireResponse } from "../../src/index.js";
import { create, plain } from "../kit/create-faults.js";
import { type Exchange, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { LIST_PLACES, LISTS, NAMESPACE_PLACES } from "../kit/spec.js";

const FAMILY = "caches";

/** Answers kept for the next request that looks the same: its key leaves a parameter out. */
const cached = (key: (exchange: Exchange) => string | undefined): Fault => {
  const kept = new Map<string, WireResponse>();
  return (exchange) => {
    const name = key(exchange);
    if (name === undefined) return undefined;
    return {
      after({ response }) {
        const before = kept.get(name);
        if (response.status < 300) kept.set(name, response);
        return response.status < 300 ? before : undefined;
      },
    };
  };
};

const withoutParameter = (id: string, left: string) => (exchange: Exchange) =>
  exchange.list?.id === id
    ? exchange.query
        .filter(([name]) => name !== left)
        .map((pair) => pair.join("="))
        .sort()
        .join("&")
    : undefined;

const pages = mutantsOf(FAMILY, {
  name: "a cache of pages leaves a parameter out",
  rule: "document 4.2: each parameter has its effect",
  places: LIST_PLACES.flatMap(({ list }) =>
    list.parameters.map((parameter) => ({ name: `${parameter} of ${list.id}`, list, parameter })),
  ),
  fault: ({ list, parameter }) => cached(withoutParameter(list.id, parameter)),
  witness: ({ list, parameter }) => {
    const values = parameter.startsWith("updated") ? ["2020-03-01T00:00:00Z", "2026-09-01T00:00:00Z"] : ["3", "4"];
    return values.map((value) => get(list.path, `${parameter}=${value}`));
  },
});

const versions = mutantsOf(FAMILY, {
  name: "a cache of pages leaves the path out",
  rule: "document 9: the version is part of the path",
  places: LIST_PLACES,
  fault: ({ list }) =>
    cached((exchange) => (exchange.list ? `${exchange.list.shape === list.shape} ${exchange.search}` : undefined)),
  witness: () => LISTS.map(({ path }) => get(path, "limit=2")),
});

const creates = mutantsOf(FAMILY, {
  name: "a cache of creates knows only a part of the request",
  rule: "0005: the record is told by its uid and its namespace",
  places: [
    {
      name: "the items",
      part: (x: Exchange) => JSON.stringify(x.record?.items),
      second: create(plain("b", "x")),
    },
    {
      name: "the uid",
      part: (x: Exchange) => x.record?.uid,
      second: create(plain("a", "y"), { namespace: "analytics" }),
    },
    {
      name: "the length of the body",
      part: (x: Exchange) => (x.record ? String(x.text.length) : undefined),
      second: create(plain("b", "x")),
    },
    {
      name: "the last 40 characters of the body",
      part: (x: Exchange) => (x.record ? x.text.slice(-40) : undefined),
      second: create(plain("b", "x")),
    },
  ],
  fault: ({ part }) => cached(part),
  witness: ({ second }) => [create(plain("a", "x")), second],
});

const poisoned = mutantsOf(FAMILY, {
  name: "a refusal is remembered",
  rule: "0008: a request is judged by itself",
  places: [
    {
      name: "a uid whose first create was refused",
      of: (x: Exchange) => x.record?.uid,
      first: create({ uid: "p", items: [] }),
      second: create(plain("p")),
    },
    {
      name: "a create after a wrong key",
      of: (x: Exchange) => (x.namespace === undefined ? undefined : "create"),
      first: create(plain("p"), { headers: { apiKey: "wrong" } }),
      second: create(plain("p")),
    },
    {
      name: "a page after a wrong page",
      of: (x: Exchange) => x.list?.id,
      first: get(LISTS[0]?.path ?? "", "limit=0"),
      second: get(LISTS[0]?.path ?? "", "limit=1"),
    },
  ],
  fault: ({ of }) => {
    const refusals = new Map<string, number>();
    return (exchange) => {
      const name = of(exchange);
      if (name === undefined) return undefined;
      return {
        after({ response }) {
          const before = refusals.get(name);
          if (response.status >= 400) refusals.set(name, response.status);
          else refusals.delete(name);
          return response.status < 300 && before ? refused("refused before", before) : undefined;
        },
      };
    };
  },
  witness: ({ first, second }) => [first, second],
});

const admitted = mutantsOf(FAMILY, {
  name: "a wrong key is let in once a right one was there",
  rule: "document 5: a request with an invalid credential is answered with 401",
  history: true,
  places: [
    ...LIST_PLACES.map(({ name, list }) => ({ name, path: list.path })),
    ...NAMESPACE_PLACES.map(({ name, namespace }) => ({ name, path: `/api/v2/metadata/${namespace}` })),
  ],
  fault: ({ path }) => {
    let seen = false;
    return (exchange) => {
      if (exchange.path !== path) return undefined;
      const key = exchange.header("apiKey");
      if (key === "demo-key") seen = true;
      return seen && key && key !== "demo-key"
        ? { request: { ...exchange.request, headers: { ...exchange.request.headers, apiKey: "demo-key" } } }
        : undefined;
    };
  },
  witness: ({ path }) => {
    const request = path.includes("metadata") ? { ...create(plain("k")), path } : get(path, "limit=1");
    return [request, { ...request, headers: { ...request.headers, apiKey: "wrong" } }];
  },
});

export const caches: Mutant[] = [...pages, ...versions, ...creates, ...poisoned, ...admitted];
