// @ts-check
// Plain JavaScript, because Redocly's own command and editors load it without a TypeScript loader.
import { assumptionsCiteDecisions } from "./assumptions-cite-decisions.js";
import { bodyExamples } from "./body-examples.js";
import { closedRequests } from "./closed-requests.js";
import { componentNames } from "./component-names.js";
import { describedMembers } from "./described-members.js";
import { describedRefusals } from "./described-refusals.js";
import { discriminatedUnions } from "./discriminated-unions.js";
import { documentedErrors } from "./documented-errors.js";
import { errorBodies } from "./error-bodies.js";
import { fittingKeywords } from "./fitting-keywords.js";
import { kebabCasePaths } from "./kebab-case-paths.js";
import { listParameters } from "./list-parameters.js";
import { methodNames } from "./method-names.js";
import { pagination } from "./pagination.js";
import { plainReferences } from "./plain-references.js";
import { requiredProperties } from "./required-properties.js";
import { typedConstants } from "./typed-constants.js";
import { unionExamples } from "./union-examples.js";
import { validDefaults } from "./valid-defaults.js";

/** The conventions of this API as Redocly rules; `redocly.yaml` switches them on. */
export default function conventions() {
  return {
    id: "conventions",
    rules: {
      oas3: {
        "assumptions-cite-decisions": assumptionsCiteDecisions,
        "body-examples": bodyExamples,
        "closed-requests": closedRequests,
        "component-names": componentNames,
        "described-members": describedMembers,
        "described-refusals": describedRefusals,
        "discriminated-unions": discriminatedUnions,
        "documented-errors": documentedErrors,
        "error-bodies": errorBodies,
        "fitting-keywords": fittingKeywords,
        "kebab-case-paths": kebabCasePaths,
        "list-parameters": listParameters,
        "method-names": methodNames,
        pagination,
        "plain-references": plainReferences,
        "required-properties": requiredProperties,
        "typed-constants": typedConstants,
        "union-examples": unionExamples,
        "valid-defaults": validDefaults,
      },
    },
  };
}
