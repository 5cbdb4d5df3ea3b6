import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { NewKey } from "../keys/api-key.js";
import type { KeyLimits } from "../keys/stored-key.js";
import { IMPORT_FORMATS } from "../lists/import-formats.js";
import type { ImportCounts } from "../lists/import-records.js";
import type { FolderLock } from "../storage/data-folder-lock.js";
import { type Administration, AdministrationError, type ImportReports } from "./administration.js";

/** An event of an import, as a line of JSON. */
export type ImportEvent =
  | { readonly reject: { readonly line: number; readonly reason: string; readonly bytes: string | undefined } }
  | { readonly progress: object }
  | { readonly done: object }
  | { readonly failed: string };

/**
 * Lets operators' commands reach a service that has locked its data folder: HTTP on the socket that is also the lock, so
 * exactly the users with write access to the folder can use it.
 *
 * @returns what ends it: connections are cut, and what they had begun is waited for
 */
export function serveAdministration(lock: FolderLock, administration: Administration): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  // An import takes as long as it takes.
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

/** Tells the commands of operators that a data folder is a command's for now, which has nothing to share. */
export function refuseAdministration(lock: FolderLock): void {
  const message = "The data folder is in use by another command; run this one again when that has ended";
  const body = JSON.stringify({ message });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const http = createHttpServer((request, response) => {
    response.writeHead(400, headers).write(body);
    // To end now, with a file still coming in, would break the connection before the command has read why.
    void drained(request).then(() => response.end());
  });
  lock.serve((socket) => http.emit("connection", socket));
}

async function answer(
  administration: Administration,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, resource = "", argument = "", format = ""] = (request.url ?? "").split("/").map(decodeURIComponent);
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
      return answerImport(request, response, format, (reports) =>
        administration.importRecords(argument, request, reports),
      );
    case "POST metadata-imports":
      return answerImport(request, response, format, (reports) =>
        administration.importMetadata(argument, request, reports),
      );
    case "GET exports":
      return answerExport(response, administration.exportMetadata(argument));
    case "GET backups":
      return answerExport(response, administration.backup());
    case "GET list-exports":
      return answerExport(response, administration.exportRecords(argument));
    default:
      throw new AdministrationError(
        `This service does not know ${request.method} ${request.url}; is it an older version?`,
      );
  }
}

async function answerExport(response: ServerResponse, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) await write(response, `${line}\n`);
  response.end();
}

/** @param format without one, from a command of an earlier version, lines are sent */
async function answerImport(
  request: IncomingMessage,
  response: ServerResponse,
  format: string,
  runImport: (reports: ImportReports) => Promise<ImportCounts>,
): Promise<void> {
  const tell = (event: ImportEvent) => write(response, `${JSON.stringify(event)}\n`);
  try {
    const done = await runImport({
      format: IMPORT_FORMATS.find((one) => one === format) ?? "ndjson",
      onReject: ({ line, reason, bytes }) => tell({ reject: { line, reason, bytes: bytes?.toString("base64") } }),
      onProgress: (counts) => void tell({ progress: counts }).catch(() => {}),
    });
    await tell({ done });
  } catch (error) {
    await tell({ failed: messageOf(error) });
    // To end now, with a file still coming in, would break the connection before the command has read why.
    await drained(request);
  }
  response.end();
}

/** Resolves when the sender is done or gone; it goes when it hears of the failure. */
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

/** Waits while the reader is slower than we are. */
async function write(response: ServerResponse, line: string): Promise<void> {
  if (response.destroyed) throw new Error("The command that asked for this has ended");
  if (response.write(line)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.on("drain", go).on("close", go);
  });
}

/** Before the first byte, an error is a status; afterwards, the response is cut off. */
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
