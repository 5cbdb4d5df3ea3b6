import { createClient } from "@metadata-service/client";

/** One client for the whole page, so that a rate limit slows down all of its requests together. The server adds the key. */
export const client = createClient({ baseUrl: window.location.origin, apiKey: "added-by-the-server" });
