import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { databaseFlags, serviceCommand } from "@metadata-service/test-kit/service/service-process";
import { POSTGRESQL } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "../src/logger.js";

describe("a log line", () => {
  const lineOf = (fields: object): string => {
    const lines: string[] = [];
    createLogger("info", { write: (text) => void lines.push(text) }).info(fields, "answered");
    return lines.join("");
  };

  it("is bounded, and remains a line of JSON", () => {
    const path = `/${"ü".repeat(15_000)}`;
    const line = lineOf({ path, status: 404 });
    expect(line.length).toBeLessThan(4_200);
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({
      path: `${path.slice(0, 1_000)}… (15001 characters)`,
      status: 404,
      msg: "answered",
    });
  });

  it("is bounded if it has many long texts", () => {
    const err = (depth: number): Error => {
      const cause = depth > 0 ? err(depth - 1) : undefined;
      return Object.assign(new Error("x".repeat(2_000), { cause }), { stack: "y".repeat(9_000) });
    };
    const line = lineOf({ err: err(5), last: "z".repeat(5_000) });
    expect(line.length).toBeLessThan(4_200);
    expect(JSON.parse(line)).toMatchObject({ err: { message: expect.stringContaining("xxx") } });
    expect(lineOf({ err: err(200) }).length).toBeLessThan(4_200);
  });
});

/** Starts a service whose log and messages both go to a pipe; returns when it is ready. */
async function startWithPipe() {
  const database = await POSTGRESQL.create();
  onTestFinished(() => database.remove());
  const [program = "", ...args] = serviceCommand([...databaseFlags(database.options), "--ops-port", "0"]);
  // As with `2>&1 |` in a shell, both are the same pipe.
  const child = spawn("sh", ["-c", 'exec "$@" 2>&1', "sh", program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = child.stdout as Readable;
  const said: string[] = [];
  const lines = createInterface({ input: output });
  for await (const line of lines) {
    said.push(line);
    if (line.startsWith("Ready")) break;
  }
  const find = (pattern: RegExp) => pattern.exec(said.join("\n"))?.[1] ?? "";
  return {
    child,
    output,
    url: find(/listens on (\S+),/),
    opsUrl: find(/Health.*: (\S+)\/healthz/),
    key: find(/^ {2}(ms_\S+)$/m),
  };
}

describe("a service", () => {
  it("keeps serving, counts dropped lines and stops on a signal if the reader of its log stops reading", async () => {
    const { child, output, url, opsUrl, key } = await startWithPipe();
    output.pause();
    const path = `/api/v2/metadata/${"x".repeat(900)}`;
    const dropped = async () => {
      const answers = Array.from({ length: 100 }, () =>
        fetch(url + path, { method: "POST", headers: { apiKey: key } }),
      );
      for (const { status } of await Promise.all(answers)) expect(status).toBe(400);
      const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
      return Number(/^metadata_service_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    };
    await expect.poll(dropped).toBeGreaterThan(0);
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  });

  it("keeps serving and stops on a signal if the reader of its log and its messages has ended", async () => {
    const { child, output, url, key } = await startWithPipe();
    output.destroy();
    await once(output, "close");
    for (let n = 0; n < 3; n++)
      expect((await fetch(`${url}/api/v1/reports`, { headers: { apiKey: key } })).status).toBe(200);
    const exit = once(child, "exit");
    child.kill("SIGINT");
    expect(await exit).toEqual([0, null]);
  });
});
