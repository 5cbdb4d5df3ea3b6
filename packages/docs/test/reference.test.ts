import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inlineScriptsOf } from "../build/content-security-policy.js";
import { operations } from "./bundle.js";

const page = await readFile(new URL("../dist/site/index.html", import.meta.url), "utf8");
/** The page without Redoc's own code and its data. */
const markup = page.replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, "<script></script>");

test("every operation is in the page", () => {
  expect(operations.length).toBeGreaterThan(0);
  const definition = page.slice(page.indexOf("__redoc_definition"));
  for (const { operationId } of operations) expect(definition).toContain(`"operationId":"${operationId}"`);
});

test("nothing in the page is loaded from another host", () => {
  const loaded = [...markup.matchAll(/<(?:link|script|img|iframe|source|object|embed)\b[^>]*>/g)].map(String);
  for (const tag of loaded) expect(tag).not.toMatch(/(?:href|src)="?(?:https?:)?\/\//);
  expect(markup).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import/);
  expect(page).not.toMatch(/cdn\.redoc|otel\.cloud|fonts\.googleapis|unpkg\.com|jsdelivr/);
});

test("the policy of the page names each of its scripts by hash", () => {
  const policy = page.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)?.[1] ?? "";
  const scripts = inlineScriptsOf(page);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(policy).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
});
