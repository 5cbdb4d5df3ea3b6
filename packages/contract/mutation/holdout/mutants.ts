import { createHash } from "node:crypto";
import type { Mutant } from "../kit/fault.js";
import { bodyTexts } from "./body.js";
import { dates } from "./dates.js";
import { echo } from "./echo.js";
import { errors } from "./errors.js";
import { fields } from "./fields.js";
import { storedFiles } from "./files.js";
import { identities } from "./identity.js";
import { apiKeys, keysOfItems } from "./keys.js";
import { limits } from "./limits.js";
import { links } from "./links.js";
import { media } from "./media.js";
import { remembered } from "./memory.js";
import { pages, stampsOfLists } from "./paging.js";
import { queries } from "./query.js";
import { races } from "./races.js";
import { storedRefusals } from "./rejections.js";
import { routes } from "./routes.js";
import { sameItems } from "./same-items.js";
import { echoedValues } from "./values.js";
import { stampsOfRecords, versions } from "./versions.js";
import { windows } from "./windows.js";

const ALL: readonly Mutant[] = [
  ...bodyTexts,
  ...dates,
  ...echo,
  ...errors,
  ...storedRefusals,
  ...fields,
  ...storedFiles,
  ...identities,
  ...apiKeys,
  ...keysOfItems,
  ...limits,
  ...links,
  ...media,
  ...remembered,
  ...pages,
  ...stampsOfLists,
  ...queries,
  ...races,
  ...routes,
  ...sameItems,
  ...echoedValues,
  ...stampsOfRecords,
  ...versions,
  ...windows,
];

/** Selects half of the operators by a hash of their names, so that nobody chose them. */
const isKeptApart = ({ operator }: Mutant) => (createHash("sha256").update(operator).digest()[0] ?? 0) % 2 === 1;

/** Faulty servers that are kept apart, in the same order in every process. */
export const HOLDOUT = ALL.filter(isKeptApart);

/** The others, which authors of cases know by now. */
export const DISCLOSED = ALL.filter((mutant) => !isKeptApart(mutant));
