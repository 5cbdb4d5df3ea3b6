import type { Environment } from "../environment.js";
import { type HttpProxy, proxyFor } from "./proxy.js";

/** The service that a command calls. */
export interface Service {
  /** Its URL, without user name and password. */
  readonly url: string;
  readonly proxy?: HttpProxy;
}

/** Returns the address of a service and the proxy on the way; undefined if the URL is invalid. */
export function serviceAt(baseUrl: string, env: Environment["env"]): Service | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const url = new URL(baseUrl);
  const proxy = proxyFor(url, env);
  return { url: url.origin, ...(proxy && { proxy }) };
}
