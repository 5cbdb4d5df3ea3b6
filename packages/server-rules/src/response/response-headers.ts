/**
 * The headers of every response of the API. A response belongs to one key and one moment: no cache may keep it (RFC 9111,
 * section 5.2.2.5). JSON has no `charset` (RFC 8259, section 11).
 */
export const RESPONSE_HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store" } as const;
