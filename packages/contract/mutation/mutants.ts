import type { Mutant } from "./kit/fault.js";
import { answers } from "./operators/answers.js";
import { atTheSameTime } from "./operators/at-the-same-time.js";
import { bodyFields } from "./operators/body-fields.js";
import { bodyLimits } from "./operators/body-limits.js";
import { bodyRules } from "./operators/body-rules.js";
import { bodySyntax } from "./operators/body-syntax.js";
import { bodyTexts } from "./operators/body-texts.js";
import { caches } from "./operators/caches.js";
import { contentTypes } from "./operators/content-types.js";
import { dateForms } from "./operators/date-forms.js";
import { dateGrammar } from "./operators/date-grammar.js";
import { digests } from "./operators/digests.js";
import { echoedValues } from "./operators/echoed-values.js";
import { errorBodies } from "./operators/error-bodies.js";
import { files } from "./operators/files.js";
import { garbledTexts } from "./operators/garbled-texts.js";
import { identity } from "./operators/identity.js";
import { jsonGrammar } from "./operators/json-grammar.js";
import { apiKeys, itemKeys } from "./operators/keys.js";
import { limits } from "./operators/limits.js";
import { links } from "./operators/links.js";
import { listRecords } from "./operators/list-records.js";
import { mediaTypes } from "./operators/media-types.js";
import { callerKeys, namesOfItems } from "./operators/names-and-keys.js";
import { numbers } from "./operators/numbers.js";
import { orderVersions, stampsOfRecords } from "./operators/order-versions.js";
import { otherPaths } from "./operators/other-paths.js";
import { pageByPage, stampsOfLists } from "./operators/page-by-page.js";
import { pageLinks } from "./operators/page-links.js";
import { paging } from "./operators/paging.js";
import { parameterOrder } from "./operators/parameter-order.js";
import { queryForms } from "./operators/query-forms.js";
import { querySyntax } from "./operators/query-syntax.js";
import { races } from "./operators/races.js";
import { relatedItems } from "./operators/related-items.js";
import { repeats } from "./operators/repeats.js";
import { routes } from "./operators/routes.js";
import { sameItems } from "./operators/same-items.js";
import { seldom } from "./operators/seldom.js";
import { serverMemory } from "./operators/server-memory.js";
import { stamps } from "./operators/stamps.js";
import { storedFiles } from "./operators/stored-files.js";
import { storedRejections } from "./operators/stored-rejections.js";
import { text } from "./operators/text.js";
import { uidAliases } from "./operators/uid-aliases.js";
import { unusualRecords } from "./operators/unusual-records.js";
import { values } from "./operators/values.js";
import { versions } from "./operators/versions.js";
import { weakComparisons } from "./operators/weak-comparisons.js";
import { windowRecords } from "./operators/window-records.js";
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
  ...bodyTexts,
  ...dateForms,
  ...garbledTexts,
  ...errorBodies,
  ...storedRejections,
  ...bodyFields,
  ...storedFiles,
  ...uidAliases,
  ...callerKeys,
  ...namesOfItems,
  ...bodyLimits,
  ...pageLinks,
  ...contentTypes,
  ...serverMemory,
  ...pageByPage,
  ...stampsOfLists,
  ...queryForms,
  ...atTheSameTime,
  ...otherPaths,
  ...weakComparisons,
  ...echoedValues,
  ...stampsOfRecords,
  ...orderVersions,
  ...windowRecords,
];
