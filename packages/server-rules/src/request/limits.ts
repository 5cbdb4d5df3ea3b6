/** The maximum size of a request body in bytes if the spec has no `x-limits`: 1 MiB (decision 0003). */
export const MAX_BODY_BYTES = 1_048_576;
