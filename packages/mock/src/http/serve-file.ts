import type { IncomingMessage, ServerResponse } from "node:http";
import { FILE_TYPE, storedFile } from "../core/stored-file.js";
import { API_CORS } from "./cors-headers.js";

/** Serves an image for every file ID (GET and HEAD); returns false for any other request. */
export function serveFile(request: IncomingMessage, response: ServerResponse): boolean {
  const file = /^(GET|HEAD)$/.test(request.method ?? "") ? storedFile(request.url ?? "") : undefined;
  if (file === undefined) return false;
  response.writeHead(200, { "Content-Type": FILE_TYPE, ...API_CORS }).end(file);
  return true;
}
