/** A grey pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

const TEXTS: Readonly<Record<string, string>> = {
  "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>\n',
  "application/pdf":
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
};

/** Returns a small file of a media type: an image for image types, and binary data for types without a sample. */
export function sampleFile(mediaType: string): Uint8Array {
  const text = TEXTS[mediaType];
  if (text !== undefined) return new TextEncoder().encode(text);
  if (mediaType === "image/png") return Uint8Array.from(atob(PNG), (one) => one.charCodeAt(0));
  return Uint8Array.from({ length: 64 }, (_, index) => (index * 37) & 0xff);
}
