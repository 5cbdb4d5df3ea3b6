/**
 * Checks with plain PostgreSQL what Citus rejects in statements that write to a distributed table: a function that is
 * not IMMUTABLE in `returning` or in `on conflict`. Indexes on expressions have the same rule, so PostgreSQL itself
 * decides.
 */

import { runOn, TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tables } from "../src/storage/database.js";
import { migrate } from "../src/storage/migrate.js";
import { createMetadataStore } from "../src/storage/records/metadata-store.js";
import { momentOfMicroseconds } from "../src/storage/sql/returned-moment.js";

const [, server] = TARGETS;
if (server?.name !== "PostgreSQL") throw new Error("No PostgreSQL target");

let database: TestDatabase;
let db: Kysely<Tables>;
const statements: string[] = [];
beforeAll(async () => {
  database = await server.create();
  const pool = new pg.Pool({ connectionString: database.options.databaseUrl });
  db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void statements.push(query.sql) });
  await migrate(db);
});
afterAll(async () => {
  await db.destroy();
  await database.remove();
});

/** Splits a list at commas outside of parentheses. */
function parts(list: string): string[] {
  const found = [""];
  let depth = 0;
  for (const letter of list) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map((one) => one.trim());
}

/** Returns the expressions of a statement in `on conflict … set` and in `returning`. */
function expressionsOf(statement: string): string[] {
  const [, set = "", returning = ""] = /do update set (.*) returning (.*)$/s.exec(statement) ?? [];
  return [...parts(set).map((one) => one.replace(/^\S+ = /, "")), ...parts(returning)].map((one) =>
    one.replace(/ as "\w+"$/, ""),
  );
}

/** Returns the reason why PostgreSQL cannot index an expression on `metadata`; undefined if it can. */
async function whyNotImmutable(expression: string): Promise<string | undefined> {
  try {
    await runOn(database.options.databaseUrl ?? "", `begin; create index on metadata ((${expression})); rollback`);
  } catch (error) {
    return (error as Error).message;
  }
}

it("a create request uses no expression that Citus rejects", async () => {
  const store = createMetadataStore(db);
  statements.length = 0;
  // Creates a single record, then several in one statement, then one that already exists.
  for (const uids of [["a"], ["b", "c", "d"], ["a"]])
    await Promise.all(uids.map((uid) => store.create("inspection", uid, [])));
  expect(statements.length).toBeGreaterThan(2);
  for (const statement of statements) {
    const expressions = expressionsOf(statement);
    expect(expressions.length, statement).toBeGreaterThan(4);
    for (const expression of expressions) expect(await whyNotImmutable(expression), expression).toBeUndefined();
  }
});

it("the check detects a function that is not IMMUTABLE", async () => {
  const [expression = ""] = expressionsOf(
    `insert … do update set "a" = "b" returning to_char("created_at" at time zone 'UTC', 'YYYY') as "created"`,
  ).slice(1);
  expect(await whyNotImmutable(expression)).toMatch(/must be marked IMMUTABLE/);
});

it.each([
  "2026-11-20 08:30:00.000001+00",
  "2026-11-20 08:30:00.999999+00",
  "1969-12-31 23:59:59.000001+00",
  "1970-01-01 00:00:00+00",
  "9999-12-31 23:59:59.999999+00",
])("a create response and an export contain all digits of %s", async (moment) => {
  const store = createMetadataStore(db);
  await store.create("analytics", moment, []);
  await runOn(database.options.databaseUrl ?? "", `update metadata set created_at = '${moment}'`);
  const { createdDate } = await store.create("analytics", moment, []);
  expect(createdDate).toBe(
    `${moment.slice(0, 10)}T${moment.slice(11, 19)}.${/\.(\d+)/.exec(moment)?.[1] ?? "000000"}+00:00`,
  );
  for await (const record of store.readAll("analytics")) expect(record.createdDate).toBe(createdDate);
});

it("momentOfMicroseconds accepts times before 1970", () => {
  expect(momentOfMicroseconds("-1")).toBe("1969-12-31T23:59:59.999999+00:00");
  expect(momentOfMicroseconds("-1000000")).toBe("1969-12-31T23:59:59.000000+00:00");
});
