/** Tests how the command reaches a service: through proxies, and what it says if it does not. */
import { writeFile } from "node:fs/promises";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expired, key, ofOther, valid } from "@metadata-service/test-kit/certificates";
import { describe, expect, onTestFinished, test } from "vitest";
import { proxyFor } from "../src/settings/proxy.js";
import { listen, startProxy } from "./support/proxy.js";
import { startRecordsServer } from "./support/records-server.js";
import { newFolder, run, serverEnv, start } from "./support/run.js";

const KEY = "secret-key-of-the-tests";
const LIST = ["reports", "list", "--limit", "1"];

async function startServer() {
  const server = await startRecordsServer(3);
  onTestFinished(() => server.stop());
  return server;
}

async function proxied(refuse?: number) {
  const proxy = await startProxy(refuse);
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** A server that treats each connection as the test says. */
async function startSocketServer(onConnection: (socket: Socket) => void) {
  const { port, stop } = await listen(createServer(onConnection));
  onTestFinished(stop);
  return `http://127.0.0.1:${port}`;
}

async function startTlsServer(cert: string) {
  const server = createHttpsServer({ key, cert }, (request, response) => {
    const isKnown = request.headers["apikey"] === KEY;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? { count: 0, next: null, previous: null, data: [] } : { message: "no" }));
  });
  const { port, stop } = await listen(server);
  onTestFinished(stop);
  return `https://localhost:${port}`;
}

const envOf = (url: string) => serverEnv({ url, apiKey: KEY });

/** The port of a server that was stopped. */
async function closedPort() {
  const { port, stop } = await listen(createServer());
  await stop();
  return port;
}

describe("a proxy", () => {
  test.each(["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"])("is used if %s is set", async (variable) => {
    const [server, proxy] = await Promise.all([startServer(), proxied()]);
    const env = { ...serverEnv(server), [variable]: `http://user%40example.com:p%40ss@127.0.0.1:${proxy.port}` };
    const { code, stdout, stderr } = await run([...LIST, "--verbose"], { env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ uid: "report-000000" });
    const basic = `Basic ${Buffer.from("user@example.com:p@ss").toString("base64")}`;
    expect(proxy.requests).toEqual([
      { line: expect.stringMatching(`^GET ${server.url}/api/v1/reports\\?`), authorization: basic },
    ]);
    expect(stderr).not.toMatch(/p%40ss|p@ss/);
  });

  test("forwards bodies, and many requests at once", async () => {
    const [server, proxy, folder] = await Promise.all([startServer(), proxied(), newFolder()]);
    const file = join(folder, "records.ndjson");
    const record = (n: number) =>
      JSON.stringify({ uid: `n${n}`, items: [{ key: "a", type: "string", value: "日本" }] });
    await writeFile(file, Array.from({ length: 50 }, (_, n) => `${record(n)}\n`).join(""));
    const env = { ...serverEnv(server), HTTP_PROXY: `127.0.0.1:${proxy.port}` };
    expect((await run(["create", "inspection", "--from", file], { env })).code).toBe(0);
    expect(server.created.size).toBe(50);
    expect(proxy.requests).toHaveLength(50);
  });

  test("opens a tunnel to an HTTPS service; the built command ends as soon as it is done", async () => {
    const [url, proxy, folder] = await Promise.all([startTlsServer(valid), proxied(), newFolder()]);
    const authority = join(folder, "ca.pem");
    await writeFile(authority, valid);
    const env = { ...envOf(url), NODE_EXTRA_CA_CERTS: authority, https_proxy: `http://u:p@127.0.0.1:${proxy.port}` };
    expect(await start(LIST, env).result).toMatchObject({ code: 0, stderr: "" });
    expect(proxy.requests).toEqual([
      { line: `CONNECT ${new URL(url).host}`, authorization: `Basic ${Buffer.from("u:p").toString("base64")}` },
    ]);
  });

  test("is not used for a service that NO_PROXY names, or with the variable of the other scheme", async () => {
    const [server, proxy] = await Promise.all([startServer(), proxied()]);
    const at = `http://127.0.0.1:${proxy.port}`;
    const settings: Record<string, string>[] = [
      { HTTP_PROXY: at, NO_PROXY: "127.0.0.0/8" },
      { HTTPS_PROXY: at },
      { HTTP_PROXY: "" },
    ];
    for (const more of settings) expect((await run(LIST, { env: { ...serverEnv(server), ...more } })).code).toBe(0);
    expect(proxy.requests).toEqual([]);
  });

  test("that cannot be reached is named, without its password", async () => {
    const env = {
      ...envOf("http://service.example"),
      HTTP_PROXY: `http://user:hunter2@127.0.0.1:${await closedPort()}`,
    };
    const { code, stderr } = await run(LIST, { env });
    expect(code).toBe(5);
    expect(stderr).toContain(`no response from the proxy ${env.HTTP_PROXY.replace("user:hunter2@", "")}: ECONNREFUSED`);
    expect(stderr).toContain("HTTP_PROXY");
    expect(stderr).not.toContain("hunter2");
  });

  test.each(["http", "https"])("that wants a password is named, and asked once (%s)", async (scheme) => {
    const proxy = await proxied(407);
    const env = { ...envOf(`${scheme}://service.example`), ALL_PROXY: `http://user:hunter2@127.0.0.1:${proxy.port}` };
    const { code, stderr } = await run(LIST, { env });
    expect(code).toBe(5);
    expect(stderr).toContain(`the proxy http://127.0.0.1:${proxy.port} did not accept the user name and password`);
    expect(stderr).toContain("Set ALL_PROXY to http://USER:PASSWORD@HOST:PORT");
    expect(stderr).not.toContain("hunter2");
    expect(proxy.requests).toHaveLength(1);
  });

  test("that does not reach the service is named, with its status", async () => {
    const proxy = await proxied(502);
    const env = { ...envOf("https://service.example"), HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { code, stderr } = await run(LIST, { env });
    expect(code).toBe(5);
    expect(stderr).toContain(
      `no response from https://service.example through the proxy http://127.0.0.1:${proxy.port}: the proxy http://127.0.0.1:${proxy.port} responded to CONNECT with 502`,
    );
  });

  test.each(["socks5://user:hunter2@localhost:1080", "http://", "ht tp://user:hunter2@x"])(
    "with the URL %j is refused, without its password",
    async (ALL_PROXY) => {
      const { code, stderr } = await run(LIST, { env: { ...envOf("http://service.example"), ALL_PROXY } });
      expect(code).toBe(2);
      expect(stderr).toContain("ALL_PROXY is not the URL of a proxy");
      expect(stderr).not.toContain("hunter2");
    },
  );

  test.each<[string, string, boolean]>([
    ["http://a.example.com", "example.com", false],
    ["http://a.example.com", ".example.com", false],
    ["http://example.com", ".example.com", false],
    ["http://a.example.com", "*.example.com", false],
    ["http://A.Example.COM", "EXAMPLE.com", false],
    ["http://example.com.", "example.com", false],
    ["http://notexample.com", "example.com", true],
    ["http://example.com", "a.example.com", true],
    ["http://example.com", "*", false],
    ["http://example.com", "x,*", false],
    ["http://example.com", " x , example.com y", false],
    ["http://example.com:8080", "example.com:8080", false],
    ["http://example.com:8080", "example.com:80", true],
    ["http://example.com", "example.com:80", false],
    ["http://example.com", "", true],
    ["http://10.1.2.3", "10.0.0.0/8", false],
    ["http://11.1.2.3", "10.0.0.0/8", true],
    ["http://10.1.2.3", "10.1.2.3", false],
    ["http://110.1.2.3", "10.1.2.3", true],
    ["http://10.1.2.3", "2.3", true],
    ["http://10.1.2.3", "10.0.0.0/99", true],
    ["http://[::1]:8080", "::1", false],
    ["http://[::1]:8080", "[::1]:8080", false],
    ["http://[::1]:8080", "[::1]:80", true],
    ["http://[fd00::5]", "fd00::/8", false],
    ["http://[0:0::1]", "0:0:0:0:0:0:0:1", false],
  ])("of %s with NO_PROXY=%j: %s", (url, list, isUsed) => {
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(proxyFor(new URL(url), { HTTP_PROXY: "http://proxy:3128", [name]: list }) !== undefined).toBe(isUsed);
  });

  test("has a user name without a password, and a password with a percent sign", () => {
    const of = (ALL_PROXY: string) => proxyFor(new URL("https://example.com"), { ALL_PROXY });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    expect(of("user@proxy:1")).toEqual({ url: "http://proxy:1", variable: "ALL_PROXY", authorization: basic("user:") });
    expect(of("https://u:100%@proxy")).toMatchObject({ url: "https://proxy", authorization: basic("u:100%") });
  });
});

describe("a failed connection", () => {
  const failed = async (url: string, args: string[] = LIST) => {
    const { code, stderr } = await run(args, { env: envOf(url) });
    return { code, stderr };
  };

  test("names the address if nothing accepts connections", async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    expect(await failed(url)).toEqual({
      code: 5,
      stderr: `metadata: no response from ${url}: ECONNREFUSED, nothing accepts connections there (GET /api/v1/reports). Check the URL and the network, or try again later.\n`,
    });
    expect(JSON.parse((await failed(url, [...LIST, "--json"])).stderr).error.message).toContain(url);
  });

  test("names the host that has no address", async () => {
    const { code, stderr } = await failed("http://service.invalid:8080");
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /no response from http:\/\/service\.invalid:8080: (ENOTFOUND|EAI_AGAIN), the host name cannot/,
    );
  });

  test("names the address if the connection is closed", async () => {
    const url = await startSocketServer((socket) => socket.once("data", () => socket.resetAndDestroy()));
    const { code, stderr } = await failed(url);
    expect(code).toBe(5);
    expect(stderr).toMatch(`no response from ${url}: `);
    expect(stderr).toContain("the connection was closed before a response");
  });

  test("names the address if the response ends too soon", async () => {
    const url = await startSocketServer((socket) =>
      socket.once("data", () =>
        socket.end("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"),
      ),
    );
    expect((await failed(url)).stderr).toContain(`(${url})`);
  });

  test("names the address if there is no response in time", async () => {
    const url = await startSocketServer(() => {});
    const { code, stderr } = await failed(url, [...LIST, "--timeout", "0.01"]);
    expect(code).toBe(5);
    expect(stderr).toContain(`no complete response from ${url} within 10 ms`);
    expect(stderr).toContain("--timeout");
  });

  test.each([
    ["a self-signed certificate", valid, "DEPTH_ZERO_SELF_SIGNED_CERT", "set NODE_EXTRA_CA_CERTS to the PEM file"],
  ])("explains %s", async (_, cert, code, remedy) => {
    const url = await startTlsServer(cert);
    const { stderr } = await failed(url);
    expect(stderr).toContain(`no response from ${url}: ${code}`);
    expect(stderr).toContain(remedy);
    expect(stderr).not.toContain("try again later");
  });

  test.each([
    ["an expired certificate", expired, "CERT_HAS_EXPIRED", "the server needs a new one"],
    ["a certificate for another host", ofOther, "ERR_TLS_CERT_ALTNAME_INVALID", "DNS:other.example"],
  ])("explains %s, directly and through a proxy", async (_, cert, code, remedy) => {
    const [url, proxy, folder] = await Promise.all([startTlsServer(cert), proxied(), newFolder()]);
    const authority = join(folder, "ca.pem");
    await writeFile(authority, cert);
    const trusted = { ...envOf(url), NODE_EXTRA_CA_CERTS: authority };
    const settings: Record<string, string>[] = [{}, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }];
    for (const more of settings) {
      const { stderr } = await start(LIST, { ...trusted, ...more }).result;
      expect(stderr).toContain(`no response from ${url}`);
      expect(stderr).toContain(code);
      expect(stderr).toContain(remedy);
    }
  });

  test("explains that the server has no TLS, or has it", async () => {
    const [server, tls] = await Promise.all([startServer(), startTlsServer(valid)]);
    expect((await failed(server.url.replace("http:", "https:"))).stderr).toContain("the server does not use TLS there");
    const { stderr } = await failed(tls.replace("https:", "http:"));
    expect(stderr).toContain(tls.replace("https:", "http:"));
  });

  test("names the address of a PostgreSQL server, without the password", async () => {
    const [server, port] = await Promise.all([startServer(), closedPort()]);
    for (const host of ["127.0.0.1", "localhost"]) {
      const to = `postgres://user:hunter2@${host}:${port}/warehouse`;
      const { code, stderr } = await run(["reports", "pull", "--to", to], { env: serverEnv(server) });
      expect(code).toBe(1);
      expect(stderr).toContain(`Cannot connect to PostgreSQL at ${host}:${port}: `);
      expect(stderr).toContain("nothing accepts connections there. Check the URL of --to.");
      expect(stderr).not.toContain("hunter2");
    }
  });

  test("explains a port that fetch does not use", async () => {
    expect((await failed("http://127.0.0.1:25")).stderr).toContain(
      "no response from http://127.0.0.1:25: fetch failed, fetch does not use this port",
    );
  });
});

describe("login", () => {
  const login = (url: string, home: string, args: string[] = [], stdin = KEY) =>
    run(["login", "--base-url", url, ...args], { env: { HOME: home }, stdin });

  test("checks the key with one request, and says so", async () => {
    const [server, home] = await Promise.all([startServer(), newFolder()]);
    const { code, stderr } = await login(server.url, home);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `The service accepts the key. Stored the profile default in ${home}/.config/metadata-service/profiles.json\n`,
    });
    expect(server.requests).toEqual(["GET /api/v1/purchase-orders?limit=1"]);
  });

  test("reads the key from a file", async () => {
    const [server, home] = await Promise.all([startServer(), newFolder()]);
    const file = join(home, "key");
    await writeFile(file, `${server.apiKey}\n`);
    expect(await login(server.url, home, ["--api-key-file", file], "")).toMatchObject({ code: 0 });
    await writeFile(file, "\n");
    expect((await login(server.url, home, ["--api-key-file", file], "")).stderr).toContain("the file contains no key");
  });

  test("stores no key that the service refuses, and keeps the one before", async () => {
    const [server, home] = await Promise.all([startServer(), newFolder()]);
    await login(server.url, home);
    const { code, stderr } = await login(server.url, home, [], "wrong-key");
    expect(code).toBe(3);
    expect(stderr).toContain("No profile was stored; --no-check stores it without a request.");
    expect((await run(LIST, { env: { HOME: home } })).code).toBe(0);
  });

  test("stores nothing if the service cannot be reached, but does with --no-check", async () => {
    const [home, port] = await Promise.all([newFolder(), closedPort()]);
    const url = `http://127.0.0.1:${port}`;
    expect(await login(url, home)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`no response from ${url}`),
    });
    expect((await run(LIST, { env: { HOME: home } })).code).toBe(2);
    expect(await login(url, home, ["--no-check"])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("The key was not checked."),
    });
    expect((await run(LIST, { env: { HOME: home } })).code).toBe(5);
  });

  test("says that the key of an API without a suitable operation was not checked", async () => {
    const { commandTable } = await import("../src/generated/command-table.js");
    const { check: _, ...table } = commandTable;
    const args = ["login", "--base-url", "http://127.0.0.1:4999"];
    const { code, stderr } = await run(args, { env: { HOME: await newFolder() }, stdin: KEY, table });
    expect(code).toBe(0);
    expect(stderr).toContain("The key was not checked, because the API has no operation for that.");
  });
});
