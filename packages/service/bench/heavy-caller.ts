/**
 * Sends one heavy request repeatedly, 20 at a time (32 to the private port), until its parent disconnects, and then reports how often it got
 * each status. It is a separate process, so that the normal caller does not wait for the attacker's own work.
 */
import { Agent, request } from "node:http";
import { HEAVY } from "./heavy-requests.js";

const [publicUrl = "", opsUrl = "", name = ""] = process.argv.slice(2);
const key = process.env["KEY"] ?? "";
const make = HEAVY[name];
if (!make) throw new Error(`Unknown heavy request ${JSON.stringify(name)}`);
const { isPrivate = false } = make(0);
const sideBySide = isPrivate ? 32 : 20;
const url = isPrivate ? opsUrl : publicUrl;
const agent = new Agent({ keepAlive: true, maxSockets: sideBySide });
const statuses: Record<string, number> = {};
let isOver = false;
let count = 0;

const send = (): Promise<string> => {
  const { method, path, body } = make(count);
  count++;
  const type = body === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve) => {
    const sent = request(url + path, { method, agent, headers: { apiKey: key, ...type } }, (response) => {
      response.resume().on("close", () => resolve(`${response.statusCode}`));
    });
    sent.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "error"));
    sent.end(body);
  });
};

process.on("message", () => {
  isOver = true;
});
await Promise.all(
  Array.from({ length: sideBySide }, async () => {
    while (!isOver) {
      const status = await send();
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (count === sideBySide || statuses[status] === 1) process.send?.({ statuses });
    }
  }),
);
process.send?.({ statuses, isOver }, () => process.exit(0));
