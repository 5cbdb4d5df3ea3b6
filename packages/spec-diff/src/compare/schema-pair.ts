import type { Flat, Place } from "./flatten-schema.js";
import type { Pair } from "./pair.js";

/** Two versions of a schema. */
export type SchemaPair = Pair<Flat & Place>;
