import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import { WAIT_LIMIT } from "../../../../vitest.base.js";
import type { Document } from "../../src/document/document.js";
import { ContractViolation, httpTarget, type Target, type WireRequest } from "../../src/index.js";

/**
 * Prism's validation proxy in front of a target. It forwards every request, and reports in `sl-violations` what it
 * finds wrong with the request and the response. It thus is a second, independent validator: no response may
 * have a violation, and no request that the target accepted may have one.
 */
export async function prismProxyTarget(document: Document, inner: Target & { baseUrl: string }): Promise<Target> {
  const operations = await getHttpOperationsFromSpec(readable(document));
  const server = createServer(operations, {
    cors: false,
    components: { logger: createLogger("proxy", { enabled: false }) },
    config: {
      isProxy: true,
      upstream: new URL(inner.baseUrl),
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
    },
  });
  const baseUrl = await server.listen(0, "127.0.0.1");
  const proxy = httpTarget({
    name: `Prism in front of ${inner.name}`,
    baseUrl,
    apiKey: inner.apiKey,
    provokeHeader: "Prefer: code={status}",
    timeout: WAIT_LIMIT,
  });
  return {
    ...proxy,
    // Prism itself responds to requests that are not JSON, or belong to no documented operation; they are not checked
    // here.
    speaks: "methods",
    async send(request) {
      let response = await proxy.send(request);
      // Prism's fetch fails if an idle connection was closed in the meantime, and does not retry.
      if (response.status === 500 && response.body.includes('"FetchError"')) response = await proxy.send(request);
      // Its responses show what was sent.
      if (hasLeapSecond(request)) return response;
      for (const { location, message } of violationsIn(response.headers["sl-violations"])) {
        const where = location.join(".");
        if (location[0] === "response")
          throw new ContractViolation(`Prism reports for the response: ${where} ${message}`);
        if (response.status < 300)
          throw new ContractViolation(`Prism reports for an accepted request: ${where} ${message}`);
      }
      return response;
    },
    async close() {
      await proxy.close?.();
      await server.close();
      await inner.close?.();
    },
  };
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** Reads the header of Prism, which is cut off after many violations. */
function violationsIn(header = "[]"): Violation[] {
  return header.startsWith("[") ? JSON.parse(header) : [{ location: ["request"], message: header }];
}

/** Whether a request has a leap second, which is valid (RFC 3339, 5.7); Prism rejects it unless it is at midnight of its offset. */
const hasLeapSecond = ({ path, body }: WireRequest) => /T\d\d(?::|%3A)\d\d(?::|%3A)60/i.test(`${path} ${body}`);

/**
 * Simplifies the document for Prism: a union with a discriminator becomes a chain of `if` and `then`, which allows the
 * same values. Prism tries every branch of a union at every level, and runs out of memory with eight levels of items.
 */
function readable(node: unknown): object {
  if (Array.isArray(node)) return node.map((child) => (typeof child === "object" ? readable(child) : child));
  const copy = Object.fromEntries(
    Object.entries(node as object).map(([name, child]) => [
      name,
      child && typeof child === "object" ? readable(child) : child,
    ]),
  );
  const { oneOf, discriminator, ...rest } = copy;
  if (!oneOf || !discriminator?.mapping) return copy;
  const tag = discriminator.propertyName;
  const when = (kind: string) => ({ properties: { [tag]: { const: kind } }, required: [tag] });
  const kinds = Object.entries<string>(discriminator.mapping);
  // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema
  const branches = kinds.map(([kind, $ref]) => ({ if: when(kind), then: { $ref } }));
  return {
    ...rest,
    type: "object",
    properties: { [tag]: { enum: kinds.map(([kind]) => kind) } },
    required: [tag],
    allOf: branches,
  };
}
