import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path: string) => fileURLToPath(new URL(`../runtimes/node_modules/${path}`, import.meta.url));

/** What is needed besides the Node at hand: where it is, and the way to it where it is not. */
export const RUNTIMES = {
  "Node 22": at("node22/bin/node"),
  "Node 24": at("node24/bin/node"),
  Bun: at("@oven/bun-linux-x64/bin/bun"),
  Deno: at("@deno/linux-x64-glibc/deno"),
  workerd: at("@cloudflare/workerd-linux-64/bin/workerd"),
  Chromium: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  "TypeScript 7": at("typescript-7/bin/tsc"),
} as const;

/** Why something cannot be tried here; undefined where it can. */
export const whyNot = (name: keyof typeof RUNTIMES): string | undefined =>
  existsSync(RUNTIMES[name])
    ? undefined
    : name === "Chromium"
      ? "there is no Chromium at /usr/bin/chromium, nor does CHROMIUM name one"
      : "it is not installed: npm run runtimes -w packages/client";
