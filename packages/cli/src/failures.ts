import { ApiError, ClientError, NetworkError, PageDriftError, TimeoutError } from "@metadata-service/client";
import { CommandError, Interrupted, UsageError } from "./command-error.js";
import { EXIT } from "./exit-code.js";
import { printable } from "./output/printable.js";
import { explainFailure, failureCode, isTlsFailure } from "./settings/explain-failure.js";
import type { Service } from "./settings/service.js";

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof CommandError) return error.code;
  if (error instanceof Interrupted) return error.signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated;
  if (error instanceof NetworkError || error instanceof TimeoutError) return EXIT.unavailable;
  if (error instanceof ApiError) return codeOfStatus(error.status);
  return EXIT.failed;
}

function codeOfStatus(status: number): number {
  if (status === PROXY_AUTHENTICATION) return EXIT.unavailable;
  if (status === 401 || status === 403) return EXIT.unauthorized;
  if (status === 408 || status === 429 || status >= 500) return EXIT.unavailable;
  return EXIT.refused;
}

const PROXY_AUTHENTICATION = 407;

/**
 * Returns one or two sentences that explain what is wrong and how to fix it. The client's messages never contain the
 * key.
 *
 * @param service the service that was called; a failed connection names its address
 */
export function messageOf(error: unknown, service?: Service): string {
  if (!(error instanceof Error)) return printable(String(error));
  if (!(error instanceof ClientError)) return printable(withoutPasswords(error.message));
  const text = printable(withoutPasswords(service ? withAddress(error, service) : error.message));
  const where = error.method && error.path ? ` (${error.method} ${printable(error.path)})` : "";
  const request = error.requestId ? ` Request ID: ${printable(error.requestId)}.` : "";
  return `${/[.!?]$/.test(text) ? text.slice(0, -1) : text}${statusOf(error)}${where}.${request}${adviceOn(error, service)}`;
}

const statusOf = ({ status }: ClientError) => (status === undefined ? "" : ` [${status}]`);

/** What the client says of a missing response, which names no proxy. */
const NO_RESPONSE = /^no (complete )?response(?: from \S+?(?=:? ))?/;

/** The message of an error; that of a failed connection with the address, and what its code means. */
function withAddress(error: ClientError, service: Service): string {
  const { message, status } = error;
  const { url, proxy } = service;
  if (status === PROXY_AUTHENTICATION && proxy)
    return `the proxy ${proxy.url} did not accept the user name and password, or needs them`;
  if (error instanceof ApiError || error instanceof PageDriftError) return message;
  const meaning = explainFailure(error);
  const known = meaning === undefined ? message : `${message}, ${meaning}`;
  if (error instanceof NetworkError && failedAtProxy(error, service))
    return known.replace(NO_RESPONSE, `no $1response from the proxy ${proxy?.url}`);
  const address = proxy ? `${url} through the proxy ${proxy.url}` : url;
  if (error instanceof NetworkError || error instanceof TimeoutError)
    return known.replace(NO_RESPONSE, `no $1response from ${address}`);
  // The message of a web page names its URL.
  if (message.includes(url)) return known;
  return `${known} (${address})`;
}

/** Whether no connection to the proxy was made; other failures are of the connection to the service. */
const failedAtProxy = (error: ClientError, { proxy }: Service) =>
  proxy !== undefined &&
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(
    failureCode(error) ?? "",
  );

function adviceOn(error: ClientError, service?: Service): string {
  const { proxy } = service ?? {};
  const code = exitCodeOf(error);
  if (code === EXIT.unauthorized)
    return " Check the key: METADATA_API_KEY, --api-key-file, or log in again with metadata login.";
  if (error.status === PROXY_AUTHENTICATION && proxy)
    return ` Set ${proxy.variable} to http://USER:PASSWORD@HOST:PORT; write special characters as in a URL, @ as %40.`;
  if (isTlsFailure(error)) return "";
  if (error instanceof NetworkError && service && failedAtProxy(error, service))
    return ` Check ${proxy?.variable}, or add the host of the service to NO_PROXY.`;
  if (error instanceof NetworkError) return " Check the URL and the network, or try again later.";
  if (error instanceof TimeoutError) return " Try again later, or allow more time with --timeout.";
  if (code === EXIT.unavailable) return " Try again later.";
  return "";
}

/** Error messages of database drivers may quote the connection URL. */
const withoutPasswords = (text: string): string => text.replace(/(\w+:\/\/[^\s:/@]*):[^\s@]*@/g, "$1:***@");
