import { DISCLOSED } from "./holdout/mutants.js";
import type { Mutant } from "./kit/fault.js";
import { answers } from "./operators/answers.js";
import { bodyRules } from "./operators/body-rules.js";
import { bodySyntax } from "./operators/body-syntax.js";
import { caches } from "./operators/caches.js";
import { dateGrammar } from "./operators/date-grammar.js";
import { digests } from "./operators/digests.js";
import { files } from "./operators/files.js";
import { identity } from "./operators/identity.js";
import { jsonGrammar } from "./operators/json-grammar.js";
import { apiKeys, itemKeys } from "./operators/keys.js";
import { limits } from "./operators/limits.js";
import { links } from "./operators/links.js";
import { listRecords } from "./operators/list-records.js";
import { mediaTypes } from "./operators/media-types.js";
import { numbers } from "./operators/numbers.js";
import { paging } from "./operators/paging.js";
import { parameterOrder } from "./operators/parameter-order.js";
import { querySyntax } from "./operators/query-syntax.js";
import { races } from "./operators/races.js";
import { relatedItems } from "./operators/related-items.js";
import { repeats } from "./operators/repeats.js";
import { routes } from "./operators/routes.js";
import { sameItems } from "./operators/same-items.js";
import { seldom } from "./operators/seldom.js";
import { stamps } from "./operators/stamps.js";
import { text } from "./operators/text.js";
import { unusualRecords } from "./operators/unusual-records.js";
import { values } from "./operators/values.js";
import { versions } from "./operators/versions.js";
import { windows } from "./operators/windows.js";

/** All faulty servers, in the same order in every process. */
export const MUTANTS: readonly Mutant[] = [
  ...sameItems,
  ...digests,
  ...repeats,
  ...text,
  ...values,
  ...relatedItems,
  ...bodySyntax,
  ...jsonGrammar,
  ...bodyRules,
  ...limits,
  ...unusualRecords,
  ...numbers,
  ...windows,
  ...dateGrammar,
  ...querySyntax,
  ...parameterOrder,
  ...identity,
  ...routes,
  ...mediaTypes,
  ...links,
  ...files,
  ...itemKeys,
  ...apiKeys,
  ...paging,
  ...listRecords,
  ...versions,
  ...stamps,
  ...races,
  ...caches,
  ...answers,
  ...seldom,
  ...DISCLOSED,
];
