/** Builds requests without sending them, for API consoles, code samples and tests. */
export type { OperationDescriptor, ParameterDescriptor, SecurityScheme } from "./descriptors.js";
export { type RequestParts, type WrittenRequest, writeRequest } from "./http/write-request.js";
