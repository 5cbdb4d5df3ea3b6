/** What a page may contain: identities of every JSON type, and fields that are not as the spec says. */
import { describe, expect, it } from "vitest";
import { type Client, InvalidResponseError } from "../src/index.js";
import { clientOf, LISTS, SHAPES, type Shape } from "./lists.js";
import { type Seen, type Service, startService } from "./service.js";

const FIELDS: Record<Shape, { records: string; total: string }> = {
  standard: { records: "data", total: "total" },
  linked: { records: "data", total: "count" },
  array: { records: "", total: "" },
};

/** What a test puts into the pages of a list. */
interface Content {
  /** The identities of the records, as JSON text. */
  identities: readonly string[];
  /** Fields that replace those of a correct page; an empty text removes the field. */
  fields?: Record<string, string>;
}

function pageOf(shape: Shape, { identities, fields = {} }: Content, { offset, limit }: Seen): string {
  const some = identities.slice(offset, offset + limit);
  const data = `[${some.map((id) => `{ "note": "7 \\" 9007199254740993", "uid": ${id} }`)}]`;
  if (shape === "array") return fields["data"] ?? data;
  const total = `${identities.length}`;
  const next = offset + limit < identities.length ? `"/?offset=${offset + limit}"` : "null";
  const page =
    shape === "standard"
      ? { data, limit: `${limit}`, offset: `${offset}`, total, ...fields }
      : { data, count: total, next, previous: "null", ...fields };
  const given = Object.entries(page).filter(([, value]) => value !== "");
  return `{ ${given.map(([name, value]) => `"${name}": ${value}`)} }`;
}

/** Starts a service with this content; only its first response has the given fields if `once` is set. */
async function serve(shape: Shape, content: Content, once = false): Promise<Service> {
  return startService(0, (seen, response) => {
    const { identities } = content;
    const text = pageOf(shape, once && seen.number > 1 ? { identities } : content, seen);
    response.writeHead(200, { "content-type": "application/json", date: "Sat, 21 Nov 2026 00:00:00 GMT" });
    return !!response.end(text);
  });
}

/** Every way to read a list. */
const WAYS: Record<string, (client: Client, shape: Shape) => Promise<unknown[]>> = {
  toArray: (client, shape) => LISTS[shape](client, { limit: 10 }).toArray(),
  iteration: (client, shape) => gather<unknown>(LISTS[shape](client, { limit: 10 })),
  "batches()": async (client, shape) => (await gather<unknown[]>(LISTS[shape](client, { limit: 10 }).batches())).flat(),
  "pages()": async (client, shape) => {
    const pages = await gather<{ records: unknown[] }>(LISTS[shape](client, { limit: 10 }).pages());
    return pages.flatMap(({ records }) => records);
  },
  "page()": async (client, shape) => {
    const body: unknown = await LISTS[shape](client, { limit: 10 }).page();
    return shape === "array" ? (body as unknown[]) : Object(body)[FIELDS[shape].records];
  },
  sync: async (client, shape) => {
    if (shape === "standard") return LISTS[shape](client, { limit: 10 }).toArray();
    const batches = shape === "linked" ? client.syncReports({ limit: 10 }) : client.syncPurchaseOrdersV3({ limit: 10 });
    return (await gather<{ records: unknown[] }>(batches)).flatMap(({ records }) => records);
  },
};

async function gather<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => error,
  );

describe.each(SHAPES)("a %s list", (shape) => {
  describe.each(Object.keys(WAYS))("read by %s", (way) => {
    const read = (service: Service) => {
      const client = clientOf(service);
      return WAYS[way]?.(client, shape) ?? Promise.reject();
    };
    const name = (index: number) => `${FIELDS[shape].records}[${index}].uid`;

    it.each([
      ["0", [0, 1, 2], ["0", "1", "2"]],
      ["numbers and strings of the same digits", [1, "1", 2, "2"], ["1", '"1"', "2", '"2"']],
      ["fractions and exponents", [0.1, 1.5, 12_345_678, 100], ["0.10", "1.50", "1.2345678E7", "1e2"]],
      ["large numbers that are exact", [2 ** 53, 2 ** 53 + 2], ["9007199254740992", "9007199254740994"]],
      [
        "empty strings, NUL and halves of surrogate pairs",
        ["", "\0", "\ud800", "\ufffd", "\udc00"],
        ['""', '"\\u0000"', '"\\ud800"', '"\ufffd"', '"\\udc00"'],
      ],
    ])("returns records with the identities %s", async (_, expected, identities) => {
      const service = await serve(shape, { identities });
      const records = await read(service);
      expect(records.map((record) => Object(record).uid)).toEqual(expected);
    });

    it.each([
      ["9007199254740993", "9007199254740992"],
      ["-12345678901234567891", "-12345678901234567000"],
      ["0.12345678901234567891", "0.12345678901234568"],
      ["1e400", "Infinity"],
    ])("fails with the identity %s, which is not exact", async (sent, changed) => {
      const service = await serve(shape, { identities: ["1", sent, "2"] });
      const error = await failure(read(service));
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({
        message: `${name(1)} must be a string, because ${sent} becomes ${changed} in JavaScript`,
      });
    });

    it.each(["null", "{}", '["a"]', "true"])("fails with the identity %s", async (id) => {
      const service = await serve(shape, { identities: ['"a"', id] });
      const message = `${name(1)} must be a string or a number, not ${JSON.stringify(JSON.parse(id))}`;
      expect(await failure(read(service))).toMatchObject({ name: "InvalidResponseError", message });
    });

    it.each(["null", "{}", '"text"', "7", "true", "[null]", "[[]]", '["text"]', "[{}]"])(
      "asks again if %s is in the place of the records, then fails",
      async (data) => {
        const wrong = { identities: ['"a"'], fields: { data } };
        expect(await read(await serve(shape, wrong, true))).toMatchObject([{ uid: "a" }]);
        const always = await serve(shape, wrong);
        expect(await failure(read(always))).toBeInstanceOf(InvalidResponseError);
        expect(always.seen).toHaveLength(2);
      },
    );
  });
});

it.each(["standard", "linked"] as const)("a %s list without records fails", async (shape) => {
  for (const [way, read] of Object.entries(WAYS)) {
    const service = await serve(shape, { identities: [], fields: { data: "" } });
    const error = await failure(read(clientOf(service), shape));
    expect(error, way).toMatchObject({ message: "data is not an array of records" });
  }
});

describe.each(["standard", "linked"] as const)("a %s list fails", (shape) => {
  const { total } = FIELDS[shape];
  it.each([
    ...["-1", "0.5", '"1"', "null", "9007199254740993", "", "2", "0", "true", "[]"].map((value) => [total, value]),
    ...(shape === "standard" ? ["0", "-1", '"10"', "0.5", "null", ""].map((value) => ["limit", value]) : []),
    ...(shape === "standard" ? ["1", "-1", '"0"', "null", ""].map((value) => ["offset", value]) : []),
    ...(shape === "linked"
      ? ["0", "false", "true", "7", "{}", "[]", '"http://["'].map((value) => ["next", value])
      : []),
  ] as [string, string][])("with %s: %s", async (field, value) => {
    for (const [way, read] of Object.entries(WAYS)) {
      if (way === "page()" || (way === "sync" && shape === "standard")) continue;
      const service = await serve(shape, { identities: ['"a"'], fields: { [field]: value } });
      expect(await failure(read(clientOf(service), shape)), way).toBeInstanceOf(InvalidResponseError);
    }
  });
});

it.each(SHAPES)("a %s list reads a page of 200,000 records, and finds that many duplicates", async (shape) => {
  const count = 200_000;
  const service = await startService(0, ({ offset }, response) => {
    const data = offset > 0 ? [] : Array.from({ length: count }, (_, at) => ({ uid: at % (count / 2) }));
    const bodies = {
      standard: { data, limit: count, offset, total: count },
      linked: { data, count, next: null, previous: null },
      array: data,
    };
    response.writeHead(200, { "content-type": "application/json" });
    return !!response.end(JSON.stringify(bodies[shape]));
  });
  const list = LISTS[shape](clientOf(service), { limit: count }, { drift: "continue" });
  expect(await list.toArray()).toHaveLength(count / 2);
});
