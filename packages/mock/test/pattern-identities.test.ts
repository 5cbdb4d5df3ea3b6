/** Tests identities with a `pattern` but no example, and those of unions. */
import { expect, it } from "vitest";
import { startMock } from "../src/index.js";

const code = { type: "string", pattern: "^[A-Z]{2}[0-9]{9}$" };
const parcel = {
  type: "object",
  required: ["code", "weight"],
  properties: { code, weight: { type: "number", multipleOf: 0.01 } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const document = {
  openapi: "3.1.1",
  info: { title: "Parcels", version: "1" },
  paths: {
    "/parcels": {
      get: {
        operationId: "listParcels",
        responses: { 200: { description: "x", ...json({ type: "array", items: parcel }) } },
      },
      post: {
        operationId: "createParcel",
        requestBody: {
          required: true,
          ...json({ type: "object", required: ["weight"], properties: { weight: parcel.properties.weight } }),
        },
        responses: { 201: { description: "x", ...json(parcel) } },
      },
    },
    "/parcels/{code}": {
      parameters: [{ name: "code", in: "path", required: true, schema: code }],
      get: { operationId: "getParcel", responses: { 200: { description: "x", ...json(parcel) } } },
    },
  },
};

it("identities with a pattern are different for each record, and identify each created record", async () => {
  const mock = await startMock({ document, size: 60 });
  try {
    const ask = async (path: string, body?: object) => {
      const headers = { "content-type": "application/json" };
      const init = body && { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(mock.url + path, init)).json() as Promise<never>;
    };
    const listed: { code: string }[] = await ask("/parcels");
    expect(listed.length).toBeGreaterThan(15);
    expect(new Set(listed.map((one) => one.code)).size).toBe(listed.length);
    for (const weight of [19.99, 1.1, 0.07, 0.29]) {
      const made: { code: string } = await ask("/parcels", { weight });
      expect(await ask(`/parcels/${made.code}`)).toEqual({ code: made.code, weight });
    }
  } finally {
    await mock.stop();
  }
});

it.each([
  ["a body", { pattern: "^([A-Za-z0-9]+[-_ ]?)+$" }],
  ["a body, with a lookahead", { pattern: "^(?=a)([A-Za-z0-9]+[-_ ]?)+$" }],
  ["a body, where it matches", { pattern: "^([A-Za-z0-9]+[-_ ]?)+$|!$" }],
])("no value of %s takes exponential time", async (_name, rules) => {
  const uid = { type: "string", ...rules };
  const properties = { uid, example: { type: "object", patternProperties: { "^(a+)+$": { type: "number" } } } };
  const body = { type: "object", required: ["uid"], properties };
  const notices: string[] = [];
  const mock = await startMock({
    onNotice: (text) => void notices.push(text),
    document: {
      ...document,
      paths: {
        "/parcels": {
          post: {
            operationId: "createParcel",
            requestBody: { required: true, ...json(body) },
            responses: { 201: { description: "x", ...json(body) } },
          },
        },
      },
    },
  });
  try {
    expect(notices.some((text) => text.includes(`The pattern ${rules.pattern} may take more than linear time`))).toBe(
      true,
    );
    const post = async (sent: object) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`${mock.url}/parcels`, { method: "POST", headers, body: JSON.stringify(sent) })).status;
    };
    const evil = `${"a".repeat(99)}!`;
    expect(await post({ uid: evil })).toBe(rules.pattern.endsWith("|!$") ? 201 : 400);
    expect(await post({ uid: "abc", example: { [evil]: "x" } })).toBe(201);
    expect(await post({ uid: "abc", example: { aaa: "x" } })).toBe(400);
    expect(await post({ uid: "abc", example: { aaa: 1 } })).toBe(201);
  } finally {
    await mock.stop();
  }
});

it("records of a union have different identities, each of which finds its record", async () => {
  const record = (kind: string) => ({
    type: "object",
    required: ["id", "kind"],
    properties: { id: { type: "string" }, kind: { const: kind } },
  });
  const union = { oneOf: [record("a"), record("b")] };
  const returns = (schema: object) => ({
    responses: { 200: { description: "x", ...json(schema) }, 404: { description: "x" } },
  });
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const paths = {
    "/events": { get: returns({ type: "array", items: union }) },
    "/events/{id}": { get: { ...returns(union), parameters: [id] } },
  };
  const mock = await startMock({ document: { ...document, paths }, size: 20 });
  try {
    const listed: { id: string }[] = await (await fetch(`${mock.url}/events`)).json();
    expect(new Set(listed.map((one) => one.id)).size).toBe(20);
    for (const one of listed) expect(await (await fetch(`${mock.url}/events/${one.id}`)).json()).toEqual(one);
    expect((await fetch(`${mock.url}/events/none`)).status).toBe(404);
  } finally {
    await mock.stop();
  }
});
