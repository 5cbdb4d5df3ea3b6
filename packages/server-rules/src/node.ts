export { type Chunks, collectChunks } from "./node/collect-chunks.js";
export {
  type ConnectionGuard,
  createConnectionGuard,
  type GuardOptions,
  guardConnections,
  KEEP_ALIVE_TIMEOUT,
  MAX_HEADER_BYTES,
  type RequestLine,
} from "./node/guard-connections.js";
export { hostLines } from "./node/host-lines.js";
export { isOwnHost } from "./node/is-own-host.js";
export { socketOrigin } from "./node/socket-origin.js";
