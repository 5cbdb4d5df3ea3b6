// @ts-check
// Plain JavaScript, because Redocly's own command and editors load it without a TypeScript loader.
import { assumptionsCiteDecisions } from "./assumptions-cite-decisions.js";
import { closedRequests } from "./closed-requests.js";
import { describedMembers } from "./described-members.js";
import { discriminatedUnions } from "./discriminated-unions.js";
import { errorBodies } from "./error-bodies.js";
import { listParameters } from "./list-parameters.js";
import { pagination } from "./pagination.js";
import { uniqueNames } from "./unique-names.js";

/** The conventions of this API as Redocly rules; `redocly.yaml` switches them on. */
export default function conventions() {
  return {
    id: "conventions",
    rules: {
      oas3: {
        "assumptions-cite-decisions": assumptionsCiteDecisions,
        "closed-requests": closedRequests,
        "described-members": describedMembers,
        "discriminated-unions": discriminatedUnions,
        "error-bodies": errorBodies,
        "list-parameters": listParameters,
        pagination,
        "unique-names": uniqueNames,
      },
    },
  };
}
