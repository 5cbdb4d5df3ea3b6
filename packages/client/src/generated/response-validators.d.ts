// Generated from openapi/ by `npm run generate`. Do not edit.
import type { ResponseValidator } from "../descriptors.js";

export declare const responseValidators: Readonly<Record<string, ResponseValidator>>;
