import { combinationProblem } from "../document/bounds.js";
import { readApi } from "../model/read-api.js";
import { extensionLimits } from "./extension-limits.js";
import { impossibleLimits } from "./impossible-limits.js";
import type { Limit } from "./limit.js";
import { operationLimits, pathParameterLimits } from "./operation-limits.js";
import { parameterLimits } from "./parameter-limits.js";
import { referenceLimits } from "./reference-limits.js";
import { schemaLimits } from "./schema-limits.js";
import { securityLimits } from "./security-limits.js";
import { serverLimits } from "./server-limits.js";

/** Lists everything in the bundle that a package does not support (decision 0072). */
export function findLimits(bundle: object): Limit[] {
  const limits = findLimitsByEffect(bundle);
  return [...limits.ofDocument, ...limits.ofOperations];
}

/** What is not supported, by what it affects. */
export interface LimitsByEffect {
  /** The whole document. */
  readonly ofDocument: readonly Limit[];
  /** Only the operations that have the schema or the path. */
  readonly ofOperations: readonly Limit[];
}

/** Lists everything in the bundle that a package does not support, so that a server can still serve the other operations. */
export function findLimitsByEffect(bundle: object): LimitsByEffect {
  const version = versionLimits(bundle);
  if (version.length > 0) return { ofDocument: version, ofOperations: [] };
  const references = referenceLimits(bundle);
  if (references.length > 0) return { ofDocument: references, ofOperations: [] };
  // Whoever reads the schemas follows each of these ways.
  const combination = combinationProblem(bundle);
  if (combination) return { ofDocument: [combination], ofOperations: [] };
  const api = readApi(bundle);
  const schemas = schemaLimits(bundle);
  return {
    ofDocument: [
      ...operationLimits(api),
      ...parameterLimits(bundle, api),
      ...securityLimits(api),
      ...extensionLimits(bundle, api),
    ],
    ofOperations: [
      ...pathParameterLimits(api),
      ...serverLimits(bundle),
      // An invalid schema may look impossible.
      ...(schemas.length > 0 ? schemas : impossibleLimits(bundle, api)),
    ],
  };
}

/** Nothing else can be checked in a document of another version. */
export function versionLimits(document: unknown): Limit[] {
  const { openapi, swagger } = Object(document) as { openapi?: unknown; swagger?: unknown };
  const version = String(openapi ?? swagger);
  if (/^3\.1\./.test(version)) return [];
  const pointer = openapi !== undefined ? "#/openapi" : swagger !== undefined ? "#/swagger" : "#/";
  return [{ message: versionProblem(version), pointer }];
}

function versionProblem(version: string): string {
  if (version === "undefined")
    return "This is no OpenAPI document, as it has no field openapi; begin it with openapi: 3.1.1.";
  if (version === "3.1") return `openapi: ${version} is not a complete version number; write openapi: 3.1.1.`;
  const isOlder = /^(2|3\.0)(\.|$)/.test(version);
  return `This is OpenAPI ${version}; only 3.1 is supported. ${isOlder ? "npm run spec -- convert FILE writes a copy of a file in 3.1." : "If it needs nothing that 3.1 does not have, write openapi: 3.1.1."}`;
}
