/**
 * Creates the database that new data folders begin with, and writes it to `dist`. PostgreSQL's `initdb`
 * in WebAssembly takes several seconds, which no first start has to spend.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { EMPTY_DATABASE } from "../src/storage/embedded/empty-database.js";

/** The databases that PostgreSQL copies when it creates another one, which the service never does. */
const TEMPLATES = ["template0", "template1"];

const engine = await PGlite.create();
await engine.query("update pg_database set datistemplate = false");
for (const name of TEMPLATES) await engine.query(`drop database ${name}`);
// Leaves one log file, which is almost empty. Otherwise it would contain all writes that created the database.
await engine.query("set wal_recycle = off");
await engine.query("select pg_switch_wal()");
await engine.query("checkpoint");
const archive = await engine.dumpDataDir("gzip");
await engine.close();
mkdirSync(dirname(EMPTY_DATABASE), { recursive: true });
writeFileSync(EMPTY_DATABASE, new Uint8Array(await archive.arrayBuffer()));
