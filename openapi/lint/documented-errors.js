// @ts-check
import { eachOwnOperation } from "./sent-by-server.js";

const STATUSES = ["400", "401", "429", "500"];

/** Every operation documents the errors that every operation can have. */
export const documentedErrors = () =>
  eachOwnOperation(({ responses = {} }, ctx) => {
    const missing = STATUSES.filter((status) => !responses[status]);
    if (missing.length > 0)
      ctx.report({
        message: `Every operation documents 400, 401, 429 and 500; add ${missing.join(", ")} from components/responses.`,
        location: ctx.location.child(["responses"]),
      });
  });
