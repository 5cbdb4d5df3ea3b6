import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../../src/document/document.js";
import { ContractViolation, type WireRequest } from "../../src/index.js";

/**
 * Compares the request that a client sent with the document and with the requested call, without using the client's
 * code: method, path, query, key, media types, body.
 *
 * @throws {ContractViolation} naming what differs
 */
export async function judgeRequest(operation: Operation, sent: Request, asked: WireRequest): Promise<void> {
  const wrong = (what: string, got: unknown, wanted: unknown) => {
    if (!isDeepStrictEqual(got, wanted))
      throw new ContractViolation(
        `the client sent ${what} ${JSON.stringify(got)}, but ${JSON.stringify(wanted)} was requested`,
      );
  };
  const [got, wanted] = [new URL(sent.url), new URL(asked.path, sent.url)];
  wrong("the method", sent.method, operation.method);
  wrong("the path", decodeURI(got.pathname), decodeURI(wanted.pathname));
  wrong("the query", [...got.searchParams].sort(), [...wanted.searchParams].sort());
  if (operation.keyHeader) wrong("the key", sent.headers.get(operation.keyHeader), asked.headers[operation.keyHeader]);
  const accept = sent.headers.get("accept") ?? "*/*";
  if (!/application\/json|\*\/\*/.test(accept))
    throw new ContractViolation(`the client sent Accept: ${accept}, which does not include JSON`);
  if (asked.body === undefined) {
    wrong("the body", await sent.text(), "");
  } else {
    wrong("the media type", sent.headers.get("content-type")?.split(";")[0], operation.body?.mediaType);
    wrong("the body", await sent.json(), JSON.parse(String(asked.body)));
  }
}
