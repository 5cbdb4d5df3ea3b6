export { Refusal, Violation } from "@metadata-service/server-rules";
export type { Administration, ImportReports } from "./admin/administration.js";
export type { LogLevel, ServiceOptions } from "./config/service-options.js";
export type { CheckedRequest, Handler, HandlerResponse } from "./handlers/handler.js";
export type { NewKey } from "./keys/api-key.js";
export type { KeyLimits, StoredKey } from "./keys/stored-key.js";
export type { ImportCounts, Reject } from "./lists/import-records.js";
export { type RunningService, startService } from "./start-service.js";
export { FolderInUseError } from "./storage/embedded/data-folder-lock.js";
