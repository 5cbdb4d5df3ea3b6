import type { IncomingMessage, ServerResponse } from "node:http";
import { API_CORS } from "./cors-headers.js";

const FILE_PATH = /^\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Serves a picture for every file identifier, so that a screen that shows files has something to show. */
export function serveFile(request: IncomingMessage, response: ServerResponse): boolean {
  const id = FILE_PATH.exec(request.url ?? "")?.[1];
  if (request.method !== "GET" || id === undefined) return false;
  response.writeHead(200, { "Content-Type": "image/svg+xml", ...API_CORS });
  response.end(picture(id));
  return true;
}

/** A tile in the colour of its identifier. */
function picture(id: string): string {
  const hue = Number.parseInt(id.slice(0, 4), 16) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" role="img" aria-label="Stored file ${id}">
  <rect width="320" height="200" fill="hsl(${hue} 45% 88%)"/>
  <text x="160" y="96" text-anchor="middle" style="font: 600 16px sans-serif" fill="hsl(${hue} 45% 25%)">Stored file</text>
  <text x="160" y="120" text-anchor="middle" style="font: 11px monospace" fill="hsl(${hue} 45% 25%)">${id}</text>
</svg>
`;
}
