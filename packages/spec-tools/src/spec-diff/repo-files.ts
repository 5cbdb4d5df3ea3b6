import { inRepo } from "../in-repo.js";

/** The current spec of this repository. */
export const CURRENT = inRepo("openapi/generated/openapi.json");
/** The last released spec; `npm run spec:release` writes it. */
export const RELEASED = inRepo("openapi/released/openapi.json");
export const CHANGELOG = inRepo("openapi/CHANGELOG.md");
