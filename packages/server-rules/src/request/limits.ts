/** The maximum size of a request body in bytes: 1 MiB (decision 0003). */
export const MAX_BODY_BYTES = 1_048_576;

/** The maximum number of item levels in a record (decision 0003). */
export const MAX_ITEM_LEVELS = 8;

/**
 * How many arrays and objects of a body may be open at once: far above what eight levels of items need (18), and far
 * below what could exhaust the stack of a validator.
 */
export const MAX_NESTING = 64;

/**
 * The maximum number of values in a body, including arrays and objects, and of fields in one object. Parsing a value
 * takes hundreds of times its size in memory. With the smallest items, a body of 1 MiB has 100,000 values (decision
 * 0089).
 */
export const MAX_VALUES = 100_000;
export const MAX_MEMBERS = 1_000;
