import { fastify } from "fastify";
import { expect, it } from "vitest";
import { fastifyLog } from "../src/http/fastify-log.js";
import { createLogger } from "../src/logger.js";

it("Fastify reports a second response with the ID of the request, and nothing else", async () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(line) });
  const app = fastify({ ...fastifyLog(logger), genReqId: () => "id-7" });
  app.get("/once", (_request, reply) => reply.send("1"));
  app.get("/twice", (_request, reply) => {
    reply.send("1");
    reply.send("2");
  });
  await app.inject("/once");
  expect(lines).toEqual([]);
  await app.inject("/twice");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, request: "id-7", err: expect.objectContaining({ name: "FastifyError" }) }),
  ]);
});
