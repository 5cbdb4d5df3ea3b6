import { BlockList, isIP } from "node:net";
import type { ClientOptions } from "@metadata-service/client";
import { decoded } from "@metadata-service/spec-tools/pointer";
import { UsageError } from "../command-error.js";
import type { Environment } from "../environment.js";

/** A proxy that requests go through. */
export interface HttpProxy {
  /** Its URL, without user name and password. */
  readonly url: string;
  /** The environment variable that names it. */
  readonly variable: string;
  /** The value of `proxy-authorization`. */
  readonly authorization?: string;
}

type Env = Environment["env"];

/** The proxy for a URL, as `curl` chooses it: by HTTP_PROXY or HTTPS_PROXY, ALL_PROXY and NO_PROXY, in either case. */
export function proxyFor(service: URL, env: Env): HttpProxy | undefined {
  const scheme = service.protocol.slice(0, -1);
  const names = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`, "all_proxy", "ALL_PROXY"];
  const variable = names.find((name) => env[name]);
  if (variable === undefined || isExcluded(service, env["no_proxy"] || env["NO_PROXY"] || "")) return undefined;
  return readProxy(variable, env[variable] ?? "");
}

function readProxy(variable: string, text: string): HttpProxy {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  // The value may contain a password, so it is not quoted.
  if (!url?.hostname || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `${variable} is not the URL of a proxy, such as http://proxy.example.com:3128; its scheme must be http or https`,
    );
  const { username, password, origin } = url;
  const credentials = `${decoded(username)}:${decoded(password)}`;
  const isNamed = username !== "" || password !== "";
  return {
    url: origin,
    variable,
    ...(isNamed && { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
  };
}

/** Whether NO_PROXY excludes a URL: by `*`, a host with its subdomains, an address or a range, each with a port or not. */
function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  const usual = protocol === "https:" ? "443" : "80";
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, bracketed, plain, itsPort] = /^(?:\[(.*)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
      const name = (bracketed ?? plain ?? entry).replace(/^\*?\.|\.$/g, "");
      if (itsPort !== undefined && itsPort !== (port || usual)) return false;
      return name === "*" || name === host || isInRange(host, name) || (!isIP(host) && host.endsWith(`.${name}`));
    });
}

/** Whether an IP address is in a range such as `10.0.0.0/8`, or is the same address written in another way. */
function isInRange(host: string, range: string): boolean {
  const [address = "", bits] = range.split("/");
  const [version, wanted] = [isIP(host), isIP(address)];
  if (version === 0 || version !== wanted) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  const all = version === 6 ? 128 : 32;
  const length = bits === undefined ? all : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > all) return false;
  const block = new BlockList();
  block.addSubnet(address, length, family);
  return block.check(host, family);
}

/** A `fetch` that sends its requests through a proxy. undici is loaded with the first of them. */
export function proxyFetch({ url: uri, authorization }: HttpProxy): NonNullable<ClientOptions["fetch"]> {
  const load = async () => {
    const { fetch, ProxyAgent } = await import("undici");
    const dispatcher = new ProxyAgent({
      uri,
      ...(authorization !== undefined && { token: authorization }),
      // Like other programs, and because many proxies allow CONNECT to port 443 only.
      proxyTunnel: false,
      // The client limits the time of an attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return { fetch, dispatcher };
  };
  let loading: ReturnType<typeof load> | undefined;
  return async (url, init) => {
    loading ??= load();
    const { fetch, dispatcher } = await loading;
    const request = { ...init, dispatcher } as unknown as Parameters<typeof fetch>[1];
    try {
      return (await fetch(url, request)) as unknown as Response;
    } catch (error) {
      const status = refusalOf(error);
      if (status === undefined) throw error;
      // As a response, so that it is not retried like a broken connection.
      if (status === 407) return new Response(null, { status });
      throw new Error(`the proxy ${uri} responded to CONNECT with ${status}`);
    }
  };
}

/** The status with which a proxy refused to connect. undici has it only in the message. */
function refusalOf(error: unknown): number | undefined {
  const { message, cause } = Object(error);
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(message) ?? [];
  return status === undefined && cause ? refusalOf(cause) : (status && Number(status)) || undefined;
}
