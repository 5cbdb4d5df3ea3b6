import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { readLines } from "@metadata-service/spec-tools/input";
import { type NewKey, NO_LIMITS } from "../keys/api-key.js";
import type { KeyLimits, StoredKey } from "../keys/stored-key.js";
import type { ImportCounts } from "../lists/import-records.js";
import { type Administration, AdministrationError, type ImportReports } from "./administration.js";
import type { ImportEvent } from "./serve-administration.js";

/**
 * Creates an administration that uses the service that has the data folder open.
 *
 * @param socketPath the socket on which the service listens
 */
export function createRemoteAdministration(socketPath: string): Administration {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await call(socketPath, method, path, Readable.from(body ? [JSON.stringify(body)] : []));
    return JSON.parse(await text(whole(response))) as T;
  };
  const send = async (
    resource: string,
    name: string,
    source: AsyncIterable<Uint8Array>,
    reports: ImportReports,
  ): Promise<ImportCounts> => {
    const { format = "ndjson", separator = "" } = reports;
    const path = `/${[resource, name, format, separator].map(encodeURIComponent).join("/")}`;
    let failure: unknown;
    const watched = (async function* () {
      const chunks = source[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { done, value } = await chunks.next().catch((error: unknown) => {
            failure = error;
            throw error;
          });
          if (done) return;
          // A connection that breaks throws here, and is no failure of the source.
          yield value;
        }
      } finally {
        if (failure === undefined) await chunks.return?.();
      }
    })();
    try {
      return await followImport(await call(socketPath, "POST", path, Readable.from(watched)), reports);
    } catch (error) {
      // A failure of the source also ends the response.
      throw failure ?? error;
    }
  };
  async function* receive(resource: string, name: string): AsyncGenerator<string> {
    const response = await call(socketPath, "GET", `/${resource}/${encodeURIComponent(name)}`, Readable.from([]));
    for await (const lines of readLines(whole(response), Number.POSITIVE_INFINITY))
      for (const line of lines) yield String(line.bytes);
  }
  return {
    async createKey(label, expiresDate, limits = NO_LIMITS) {
      const made = await ask<Partial<NewKey> & { id: string }>("POST", "/keys", { label, expiresDate, limits });
      if (isLimitedTo(made, limits)) return made;
      // An older version does not support limits, so its key would have more permissions than requested.
      await ask<boolean>("DELETE", `/keys/${made.id}`);
      throw new AdministrationError(
        "The running service has an older version, which does not support limited keys; restart it",
      );
    },
    rotateKey: async (id, expiresDate) =>
      (await ask<NewKey | null>("POST", `/rotations/${encodeURIComponent(id)}`, { expiresDate })) ?? undefined,
    listKeys: () => ask<StoredKey[]>("GET", "/keys"),
    revokeKey: (id) => ask<boolean>("DELETE", `/keys/${encodeURIComponent(id)}`),
    collections: () => ask<string[]>("GET", "/collections"),
    importRecords: (collection, source, reports) => send("imports", collection, source, reports),
    importMetadata: (namespace, source, reports) => send("metadata-imports", namespace, source, reports),
    exportMetadata: (namespace) => receive("exports", namespace),
    exportRecords: (collection) => receive("list-exports", collection),
    backup: () => receive("backups", "new"),
  };
}

function isLimitedTo(made: Partial<NewKey>, { namespace, mayRead, mayWrite }: KeyLimits): made is NewKey {
  return made.namespace === namespace && made.mayRead === mayRead && made.mayWrite === mayWrite;
}

const HAS_ENDED = "The service stopped before everything was done";
const TRY_AGAIN = `${HAS_ENDED}; start it, and try again`;

/** Returns the chunks of a response, and reports if it breaks off. */
async function* whole(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (cause) {
    throw new AdministrationError(TRY_AGAIN, { cause });
  }
}

async function followImport(response: IncomingMessage, reports: ImportReports): Promise<ImportCounts> {
  for await (const lines of readLines(whole(response), Number.POSITIVE_INFINITY)) {
    for (const line of lines) {
      const done = await hear(JSON.parse(String(line.bytes)) as ImportEvent, reports);
      if (done) return done;
    }
  }
  throw new AdministrationError(`${HAS_ENDED}; run the import again, which does not duplicate records`);
}

/** Forwards an event of an import; returns its final counts. */
async function hear(event: ImportEvent, reports: ImportReports): Promise<ImportCounts | undefined> {
  if ("failed" in event) throw new AdministrationError(event.failed);
  if ("done" in event) return event.done as ImportCounts;
  if ("reject" in event) {
    const { bytes, ...reject } = event.reject;
    await reports.onReject({ ...reject, bytes: bytes === undefined ? undefined : Buffer.from(bytes, "base64") });
  } else reports.onProgress?.(event.progress as ImportCounts);
  return undefined;
}

/** Sends a request; the response may begin before the request is complete. */
function call(socketPath: string, method: string, path: string, body: Readable): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ socketPath, method, path, agent: false });
    let problem = "The process that had the data folder open has ended; try again";
    request.on("socket", (socket) => {
      socket.once("connect", () => {
        problem = TRY_AGAIN;
      });
    });
    const fail = (cause: unknown) => reject(new AdministrationError(problem, { cause }));
    request.on("error", fail);
    request.once("response", (response) => {
      if (response.statusCode === 200) return resolve(response);
      text(response)
        .then((answer) => reject(new AdministrationError(messageOf(answer))), reject)
        .finally(() => request.destroy());
    });
    // A failure of the source aborts the request and thus the response, so the error is reported either way.
    pipeline(body, request).catch(fail);
  });
}

function messageOf(answer: string): string {
  try {
    return (JSON.parse(answer) as { message: string }).message;
  } catch {
    return answer;
  }
}
