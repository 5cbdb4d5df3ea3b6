/**
 * The headers of every response of the API. Responses depend on the key and change over time, so caches must not store
 * them (RFC 9111, section 5.2.2.5). JSON has no `charset` (RFC 8259, section 11).
 */
export const RESPONSE_HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store" } as const;
