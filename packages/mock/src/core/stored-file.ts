/** The path of a stored file, with its identifier. */
const FILE_PATH = /^\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** The media type of every stored file. */
export const FILE_TYPE = "image/svg+xml";

/**
 * Returns an image for the path of a stored file, tinted by its ID, so that user interfaces have something to display.
 * Returns undefined for any other path.
 */
export function storedFile(path: string): string | undefined {
  const id = FILE_PATH.exec(path)?.[1];
  if (id === undefined) return undefined;
  const hue = Number.parseInt(id.slice(0, 4), 16) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" role="img" aria-label="Stored file ${id}">
  <rect width="320" height="200" fill="hsl(${hue} 45% 88%)"/>
  <text x="160" y="96" text-anchor="middle" style="font: 600 16px sans-serif" fill="hsl(${hue} 45% 25%)">Stored file</text>
  <text x="160" y="120" text-anchor="middle" style="font: 11px monospace" fill="hsl(${hue} 45% 25%)">${id}</text>
</svg>
`;
}
