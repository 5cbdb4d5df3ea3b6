/** Databases with which the service cannot start, or only later: each gets its own message. */
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { databaseFlags, runCommand } from "@metadata-service/test-kit/service/service-process";
import { POSTGRESQL, runOn } from "@metadata-service/test-kit/service/targets";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { startOn } from "./support/start.js";

async function newDatabase(): Promise<URL> {
  const { options, remove } = await POSTGRESQL.create();
  onTestFinished(remove);
  return new URL(options.databaseUrl ?? "");
}

const nameIn = ({ pathname }: URL) => pathname.slice(1);

/** Runs a command that opens a database as every start does, and returns its status and messages. */
async function open(databaseUrl: URL): Promise<[number, string]> {
  const { status, err } = await runCommand(["keys", "list", ...databaseFlags({ databaseUrl: databaseUrl.href })]);
  return [status, err];
}

/** Listens on a free port, and returns a URL that leads there. */
async function listen(url: URL, onConnection: (socket: Socket) => void): Promise<URL> {
  const server = createServer(onConnection).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const there = new URL(url);
  there.port = String((server.address() as AddressInfo).port);
  return there;
}

/** An error of PostgreSQL, as it sends it instead of accepting a connection. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe("a database server", () => {
  it("that is starting up is waited for, with a message", async () => {
    const url = await newDatabase();
    let refused = 0;
    const starting = await listen(url, (near) => {
      if (refused++ < 2) near.once("data", () => near.end(fatal("57P03", "the database system is starting up")));
      else {
        const far = connect(Number(url.port), url.hostname);
        pipeline(near, far, near, () => {});
      }
    });
    expect(await open(starting)).toEqual([
      0,
      expect.stringMatching(
        /^Waiting up to 60 seconds for the database server: the database system is starting up\nKeys in .*:\n$/,
      ),
    ]);
  });

  it("without free connections gets its own message", async () => {
    const url = await newDatabase();
    const role = `limited_${nameIn(url)}`;
    await runOn(url.href, `create role ${role} login connection limit 0`);
    onTestFinished(() => runOn(inject("postgresUrl"), `drop role ${role}`));
    url.username = role;
    expect(await open(url)).toEqual([
      1,
      expect.stringMatching(
        /^The database server has no connections left: too many connections.*raise max_connections/,
      ),
    ]);
  });

  const noTool = spawnSync("openssl", ["version"]).error ? " (skipped: openssl is not installed)" : "";
  it.skipIf(noTool !== "")(`whose certificate is not trusted gets its own message${noTool}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "metadata-service-certificate-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const args = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      "/CN=localhost",
      "-keyout",
      key,
      "-out",
      cert,
    ];
    await promisify(execFile)("openssl", args);
    const [keyText, certText] = [await readFile(key), await readFile(cert)];
    const encrypted = await listen(await newDatabase(), (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write("S");
        new TLSSocket(socket, { isServer: true, key: keyText, cert: certText }).on("error", () => {});
      });
    });
    encrypted.searchParams.set("sslmode", "verify-full");
    expect(await open(encrypted)).toEqual([
      1,
      expect.stringMatching(/^The certificate of the database server is not trusted: .*add sslrootcert=/),
    ]);
    await writeFile(key, "no certificate");
    encrypted.searchParams.set("sslrootcert", key);
    expect(await open(encrypted)).toEqual([1, expect.stringMatching(/^The certificate of the database server is not/)]);
    encrypted.searchParams.set("sslrootcert", `${key}.missing`);
    expect(await open(encrypted)).toEqual([1, expect.stringContaining(`There is no file ${key}.missing`)]);
  });
});

describe("a database", () => {
  it("that is read-only gets its own message", async () => {
    const url = await newDatabase();
    await runOn(url.href, `alter database ${nameIn(url)} set default_transaction_read_only = on`);
    expect(await open(url)).toEqual([
      1,
      expect.stringMatching(/^The database is read-only, so its schema cannot be upgraded: .*address of the primary/),
    ]);
  });

  it.each(["LATIN1", "SQL_ASCII"])("with the encoding %s is rejected, with a remedy", async (encoding) => {
    const url = await newDatabase();
    const name = `${nameIn(url)}_other`;
    await runOn(url.href, `create database ${name} encoding '${encoding}' template template0 locale 'C'`);
    const server = inject("postgresUrl");
    onTestFinished(() => runOn(server, `drop database ${name} with (force)`));
    url.pathname = name;
    const [status, err] = await open(url);
    expect([status, err]).toEqual([
      1,
      expect.stringContaining(`has the encoding ${encoding}, which cannot store every`),
    ]);
    const [, remedy = "", copy = ""] = /\((create database "(\w+)"[^)]+)\)/.exec(err) ?? [];
    await runOn(server, remedy);
    onTestFinished(() => runOn(server, `drop database ${copy} with (force)`));
    url.pathname = copy;
    expect(await open(url)).toEqual([0, expect.stringMatching(/^Keys in .*:\n$/)]);
  });

  it("of a server that is too old is rejected", async () => {
    const url = await newDatabase();
    const older = "create function current_setting(text) returns text language sql return '12.22 (Debian)'";
    for (const statement of [older, `alter database ${nameIn(url)} set search_path = public, pg_catalog`])
      await runOn(url.href, statement);
    expect(await open(url)).toEqual([
      1,
      expect.stringContaining("The database server is PostgreSQL 12.22 (Debian); use version 13 or later"),
    ]);
  });

  it("that does not exist, or does not let the user in, gets a message", async () => {
    const url = await newDatabase();
    const missing = new URL(url);
    missing.pathname = "no_such_database";
    expect(await open(missing)).toEqual([1, expect.stringContaining('database "no_such_database" does not exist')]);
    const role = `guest_${nameIn(url)}`;
    await runOn(url.href, `create role ${role} login`);
    onTestFinished(() => runOn(inject("postgresUrl"), `drop role ${role}`));
    url.username = role;
    expect(await open(url)).toEqual([
      1,
      expect.stringMatching(/^The database user lacks a permission .*grant it create/),
    ]);
  });

  it("whose search path contains no schema gets a message", async () => {
    const url = await newDatabase();
    await runOn(url.href, `alter database ${nameIn(url)} set search_path = nowhere`);
    expect(await open(url)).toEqual([1, expect.stringMatching(/^The search path .* contains no schema that exists/)]);
  });

  it("that has a table of another program with the name of one of its tables gets a message", async () => {
    const url = await newDatabase();
    await runOn(url.href, "create table metadata (id integer)");
    expect(await open(url)).toEqual([1, expect.stringMatching(/contains a table of another program: .*"metadata"/)]);
  });
});

describe("migrations of another program", () => {
  const ofAnother = (schema: string) =>
    `create schema if not exists ${schema}; create table ${schema}.kysely_migration (name text primary key, timestamp text);
     insert into ${schema}.kysely_migration values ('0001-theirs', 'x')`;

  /** Starts a service on a prepared database twice, stores a record in between, and makes a backup. */
  async function startTwice(prepare: (name: string) => string): Promise<string> {
    let databaseUrl = "";
    const target = {
      ...POSTGRESQL,
      async create() {
        const database = await POSTGRESQL.create();
        databaseUrl = database.options.databaseUrl ?? "";
        await runOn(databaseUrl, prepare(new URL(databaseUrl).pathname.slice(1)));
        return database;
      },
    };
    const under = await startOn(target);
    onTestFinished(() => under.database.remove());
    const record = { uid: "1", items: [{ key: "k", type: "string", value: "v" }] };
    expect((await under.create(record)).status).toBe(201);
    await under.service.stop();
    const again = await startOn({ ...POSTGRESQL, create: async () => under.database });
    const lines: string[] = [];
    for await (const line of again.service.administration.backup()) lines.push(line);
    expect(lines[0]).toContain('"migrations":["0001-records-lists-keys",');
    await again.service.stop();
    return databaseUrl;
  }

  it.each([
    ["in a schema that is not in the search path", () => ofAnother("other")],
    ["in the same schema", () => ofAnother("public")],
    [
      "in a later schema of the search path",
      (name: string) => `${ofAnother("other")}; alter database ${name} set search_path = public, other`,
    ],
  ])("%s are left alone", async (_where, prepare) => {
    const url = await startTwice(prepare);
    const theirs = prepare("").includes("create table other") ? "other" : "public";
    await runOn(
      url,
      `do $$ begin assert (select array_agg(name) from ${theirs}.kysely_migration) = '{0001-theirs}'; end $$`,
    );
  });

  it("in a schema that comes first, but was added later, are left alone", async () => {
    const url = await startTwice(() => "select 1");
    const name = new URL(url).pathname.slice(1);
    await runOn(url, `${ofAnother("early")}; alter database ${name} set search_path = early, public`);
    expect(await open(new URL(url))).toEqual([0, expect.stringMatching(/^Keys in .*:\n$/)]);
  });
});

const NO_PROC = process.platform === "linux" ? "" : " (not run: only Linux has /proc)";

// Node's own recursive mkdir never ends there.
it.skipIf(NO_PROC !== "")(`a data folder below /proc cannot be created, which is said${NO_PROC}`, async () => {
  const { status, err } = await runCommand(["keys", "create", "--label", "a", "--data", "/proc/none/data"]);
  expect([status, err]).toEqual([1, expect.stringContaining("The data folder /proc/none/data cannot be used: ENOENT")]);
});
