import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setImmediate as immediate } from "node:timers/promises";
import type { NewKey } from "../keys/api-key.js";
import type { KeyLimits } from "../keys/stored-key.js";
import { IMPORT_FORMATS } from "../lists/import-formats.js";
import type { ImportCounts } from "../lists/import-records.js";
import type { FolderLock } from "../storage/embedded/data-folder-lock.js";
import { type Administration, AdministrationError, type ImportReports } from "./administration.js";

/** An event of an import, as a line of JSON. */
export type ImportEvent =
  | { readonly reject: { readonly line: number; readonly reason: string; readonly bytes: string | undefined } }
  | { readonly progress: object }
  | { readonly done: object }
  | { readonly failed: string };

/**
 * Serves operators' commands while the service has the data folder locked. It uses HTTP on the socket that is also the
 * lock, so only users with write access to the folder can connect.
 *
 * @returns a function that closes the connections and waits for operations in progress
 */
export function serveAdministration(lock: FolderLock, administration: Administration): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  // An import may take any amount of time.
  const http = createHttpServer({ requestTimeout: 0 }, (request, response) => {
    const work = answer(administration, request, response)
      .catch((error: unknown) => fail(response, error))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  });
  lock.serve((socket) => http.emit("connection", socket));
  return async () => {
    lock.serve((socket) => socket.destroy());
    http.closeAllConnections();
    await Promise.allSettled(underWay);
  };
}

/** Rejects other commands while a command has the data folder open. */
export function refuseAdministration(lock: FolderLock): void {
  const message = "The data folder is in use by another command; try again when that command has finished";
  const body = JSON.stringify({ message });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const http = createHttpServer((request, response) => {
    response.writeHead(400, headers).write(body);
    // Ending the response while a file is still being sent would break the connection before the command reads the
    // error.
    void drained(request).then(() => response.end());
  });
  lock.serve((socket) => http.emit("connection", socket));
}

async function answer(
  administration: Administration,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, resource = "", argument = "", format = "", separator = ""] = (request.url ?? "")
    .split("/")
    .map(decodeURIComponent);
  switch (`${request.method} ${resource}`) {
    case "POST keys": {
      const wanted = JSON.parse(await text(request)) as Partial<NewKey> & { limits?: KeyLimits };
      return send(
        response,
        await administration.createKey(String(wanted.label), wanted.expiresDate ?? null, wanted.limits),
      );
    }
    case "POST rotations": {
      const { expiresDate } = JSON.parse(await text(request)) as { expiresDate: string | null };
      return send(response, (await administration.rotateKey(argument, expiresDate)) ?? null);
    }
    case "GET keys":
      return send(response, await administration.listKeys());
    case "DELETE keys":
      return send(response, await administration.revokeKey(argument));
    case "GET collections":
      return send(response, await administration.collections());
    case "POST imports":
      return handleImport(request, response, { format, separator }, (source, reports) =>
        administration.importRecords(argument, source, reports),
      );
    case "POST metadata-imports":
      return handleImport(request, response, { format, separator }, (source, reports) =>
        administration.importMetadata(argument, source, reports),
      );
    case "GET exports":
      return handleExport(response, administration.exportMetadata(argument));
    case "GET backups":
      return handleExport(response, administration.backup());
    case "GET list-exports":
      return handleExport(response, administration.exportRecords(argument));
    default:
      throw new AdministrationError(
        `The running service does not support ${request.method} ${request.url}; it may be an older version`,
      );
  }
}

/** The number of characters after which the event loop runs: for a fast reader, no write waits, so nothing else would run. */
const TURN_LENGTH = 64 * 1024;

async function handleExport(response: ServerResponse, lines: AsyncIterable<string>): Promise<void> {
  let length = 0;
  for await (const line of lines) {
    await write(response, `${line}\n`);
    length += line.length;
    if (length < TURN_LENGTH) continue;
    length = 0;
    await immediate();
  }
  response.end();
}

/** @param given both are empty from a command of an earlier version, which sends lines */
async function handleImport(
  request: IncomingMessage,
  response: ServerResponse,
  given: { readonly format: string; readonly separator: string },
  runImport: (source: AsyncIterable<Uint8Array>, reports: ImportReports) => Promise<ImportCounts>,
): Promise<void> {
  const tell = (event: ImportEvent) => write(response, `${JSON.stringify(event)}\n`);
  try {
    // An import that stops in the middle of a file must not break the connection before its result is sent.
    const done = await runImport(request.iterator({ destroyOnReturn: false }), {
      format: IMPORT_FORMATS.find((one) => one === given.format) ?? "ndjson",
      separator: given.separator || undefined,
      onReject: ({ line, reason, bytes }) => tell({ reject: { line, reason, bytes: bytes?.toString("base64") } }),
      onProgress: (counts) => void tell({ progress: counts }).catch(() => {}),
    });
    await tell({ done });
  } catch (error) {
    await tell({ failed: messageOf(error) });
  }
  // Ending the response while a file is still being sent would break the connection before the command reads the result.
  await drained(request);
  response.end();
}

/** Resolves when the sender has finished or disconnected; it disconnects when it receives the error. */
function drained(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    request
      .on("end", resolve)
      .on("close", resolve)
      .on("error", () => {})
      .resume();
  });
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Writes a line, and waits if the reader is slower. */
async function write(response: ServerResponse, line: string): Promise<void> {
  if (response.destroyed) throw new Error("The command that requested this has ended");
  if (response.write(line)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.on("drain", go).on("close", go);
  });
}

/** Sends an error as a status before the first byte; afterwards it aborts the response. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(error instanceof AdministrationError ? 400 : 500, { "content-type": "application/json" })
      .end(JSON.stringify({ message: messageOf(error) }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
