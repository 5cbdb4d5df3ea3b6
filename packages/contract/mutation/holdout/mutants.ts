import type { Mutant } from "../kit/fault.js";
import { apiKeys } from "./api-keys.js";
import { bodyRules } from "./body-rules.js";
import { bodySyntax } from "./body-syntax.js";
import { dates } from "./dates.js";
import { echoedTexts, echoedValues } from "./echo.js";
import { errors } from "./errors.js";
import { files } from "./files.js";
import { identities } from "./identity.js";
import { itemKeys } from "./item-keys.js";
import { links } from "./links.js";
import { listRecords, versions } from "./list-records.js";
import { mediaTypes } from "./media-types.js";
import { paging } from "./paging.js";
import { queries } from "./query.js";
import { races } from "./races.js";
import { routes } from "./routes.js";
import { sameItems } from "./same-items.js";
import { seldom } from "./seldom.js";
import { stamps } from "./stamps.js";
import { windows } from "./windows.js";

/** Faulty servers for which nobody wrote a case, in the same order in every process. */
export const HOLDOUT: readonly Mutant[] = [
  ...sameItems,
  ...echoedTexts,
  ...echoedValues,
  ...bodySyntax,
  ...bodyRules,
  ...windows,
  ...dates,
  ...queries,
  ...identities,
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
  ...errors,
  ...seldom,
];
