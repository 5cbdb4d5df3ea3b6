import type { HostileRequest } from "./collect-requests.js";
import { HOSTILE_BODIES } from "./hostile-bodies.js";
import { HOSTILE_HEADS } from "./hostile-heads.js";
import { HOSTILE_TRANSFERS } from "./hostile-transfers.js";

/** Requests that try to break a server of the API, in the order in which they are sent. */
export const HOSTILE_REQUESTS: readonly HostileRequest[] = [...HOSTILE_BODIES, ...HOSTILE_TRANSFERS, ...HOSTILE_HEADS];
