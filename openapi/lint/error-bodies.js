// @ts-check
import { resolve } from "./resolve.js";
import { eachOwnOperation } from "./sent-by-server.js";

/** @type {Record<string, string>} */
const BODIES = { 4: "ErrorBody", 5: "InternalErrorBody" };

/** 4xx answers carry `ErrorBody`, 5xx answers `InternalErrorBody`: only the latter may have `errors`. */
export const errorBodies = () =>
  eachOwnOperation((operation, ctx) => {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const expected = BODIES[status.charAt(0)];
      if (!expected) continue;
      const { node } = resolve(response, ctx);
      const ref = node?.content?.["application/json"]?.schema?.$ref ?? "";
      if (new RegExp(`/${expected}(\\.yaml)?$`).test(ref)) continue;
      ctx.report({
        message: `A ${status} response has the body ${expected}; point its application/json schema at components/schemas/${expected}.yaml.`,
        location: ctx.location.child(["responses", status]),
      });
    }
  });
