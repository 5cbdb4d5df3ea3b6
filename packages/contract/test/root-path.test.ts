import { expect, test } from "vitest";
import { cases } from "../src/index.js";
import { createContext } from "../src/run/context.js";
import { bundle } from "./fixture/bundle.js";

const document = bundle();

/** Returns the violation for a server with this response to `GET /`; undefined if there is none. */
async function verdictOn(status: number, body: unknown): Promise<string | undefined> {
  const check = cases(document).find(({ id }) => id.startsWith("listReports paths: the path / is"));
  if (!check) throw new Error("The case was not found.");
  const target = {
    name: "a server",
    apiKey: "key",
    send: async () => ({ status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  };
  const context = createContext({
    document,
    target,
    uidPrefix: "uid-",
    seed: 1,
    runs: 1,
    maxRecords: 10,
    patience: 0,
  });
  return check.run(context).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

test("a server may describe itself at /, or respond with a 404", async () => {
  expect(await verdictOn(200, { title: "A server" })).toBeUndefined();
  expect(await verdictOn(404, { errorCode: "Generic", message: "No such path" })).toBeUndefined();
});

test("a page of records at /, or an error with another status or body, is a violation", async () => {
  expect(await verdictOn(200, { count: 0, next: null, previous: null, data: [] })).toContain(
    "returns a page of listReports",
  );
  expect(await verdictOn(401, { errorCode: "Generic", message: "No" })).toContain("expected 404");
  expect(await verdictOn(404, {})).toContain("violates its schema");
});
