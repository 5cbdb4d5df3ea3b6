import { readApi } from "../../model/read-api.js";
import type { Limit } from "./limit.js";
import { operationLimits } from "./operation-limits.js";
import { parameterLimits } from "./parameter-limits.js";
import { schemaLimits } from "./schema-limits.js";
import { securityLimits } from "./security-limits.js";

/** Everything in the bundle that a surface cannot carry (decision 0072). */
export function findLimits(bundle: object): Limit[] {
  const version = String((bundle as { openapi?: unknown }).openapi);
  if (!/^3\.1\./.test(version))
    return [
      {
        message: `This is OpenAPI ${version}; everything here reads 3.1, so convert it, and write openapi: 3.1.1.`,
        pointer: "#/openapi",
      },
    ];
  const api = readApi(bundle);
  return [...operationLimits(api), ...parameterLimits(bundle, api), ...securityLimits(api), ...schemaLimits(bundle)];
}
