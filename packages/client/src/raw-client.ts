import type { Client as FetchClient } from "openapi-fetch";
import type { paths } from "./generated/schema.js";

/** The typed openapi-fetch client. Its methods resolve to `{ data, error, response }`, and reject only if there was no response. */
export type RawClient = FetchClient<paths, "application/json">;
