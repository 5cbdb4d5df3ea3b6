import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { noChromium } from "@metadata-service/spec-tools/chromium";

const at = (path: string) => fileURLToPath(new URL(`../runtimes/node_modules/${path}`, import.meta.url));

/** The path of each other runtime. */
export const RUNTIMES = {
  "Node 22": at("node22/bin/node"),
  "Node 24": at("node24/bin/node"),
  "Node 26": at("node26/bin/node"),
  Bun: at("@oven/bun-linux-x64/bin/bun"),
  Deno: at("@deno/linux-x64-glibc/deno"),
  workerd: at("@cloudflare/workerd-linux-64/bin/workerd"),
  "TypeScript 7": at("typescript-7/bin/tsc"),
} as const;

/** Returns the reason why a runtime cannot be tested here; undefined if it can. */
export const whyNot = (name: keyof typeof RUNTIMES | "Chromium"): string | undefined => {
  if (name === "Chromium") return noChromium;
  return existsSync(RUNTIMES[name]) ? undefined : "it is not installed: npm run runtimes -w packages/client";
};
