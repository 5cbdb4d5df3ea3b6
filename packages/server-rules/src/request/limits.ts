/** The maximum size of a request body in bytes: 1 MiB (decision 0003). */
export const MAX_BODY_BYTES = 1_048_576;

/** The maximum number of item levels in a record (decision 0003). */
export const MAX_ITEM_LEVELS = 8;
