/** One request has a value of one sort in all places of its body, so a sample notices a fault in any of them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { httpTarget, runContract } from "../src/index.js";

const short = { type: "string", maxLength: 3 };
const shape = (kind: string) => ({
  type: "object",
  required: ["kind", "label"],
  properties: { kind: { const: kind }, label: short },
  additionalProperties: false,
});
const open = (kind: string, field: string) => ({
  type: "object",
  required: ["kind", field],
  properties: { kind: { const: kind }, [field]: short },
});
const schema = {
  type: "object",
  required: ["title", "author", "shapes", "mark"],
  properties: {
    title: short,
    author: { type: "object", required: ["first"], properties: { first: short, last: short } },
    shapes: { type: "array", items: { oneOf: [shape("round"), shape("square")] } },
    mark: { oneOf: [open("dot", "color"), open("line", "width")] },
  },
};
const content = { "application/json": { schema } };
const responses = { 200: { description: "The drawing.", content }, 400: { description: "Invalid." } };
const draw = { operationId: "draw", requestBody: { required: true, content }, responses };
const document = { openapi: "3.1.1", info: { title: "Shapes", version: "1" }, paths: { "/draw": { post: draw } } };

/** Which bodies the server refuses. */
let refuses = (_: string) => false;
const bodies: unknown[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  if (body !== "") bodies.push(JSON.parse(body));
  response.writeHead(refuses(body) ? 400 : 200, { "Content-Type": "application/json" }).end(body);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

async function runWith(refused: typeof refuses) {
  refuses = refused;
  bodies.length = 0;
  const target = httpTarget({ baseUrl });
  const report = await runContract({
    document,
    target,
    effort: "quick",
    seed: 1,
    only: /at once \(3 astral/,
    patience: 0,
  });
  await target.close?.();
  return report;
}

it("sends the longest text in all places at once", async () => {
  expect(await runWith(() => false)).toMatchObject({ passed: 1, failed: 0 });
  const long = "𝒳".repeat(3);
  expect(bodies).toEqual([
    {
      title: long,
      author: { first: long, last: long },
      shapes: [
        { kind: "round", label: long },
        { kind: "square", label: long },
      ],
      // Only the fields of one branch, although the other one allows them.
      mark: { kind: "dot", color: long },
    },
  ]);
});

it("notices a server that counts in UTF-16 units in one of them", async () => {
  expect(await runWith((body) => /"square","label":"[^"]{4}/.test(body))).toMatchObject({ passed: 0, failed: 1 });
});
