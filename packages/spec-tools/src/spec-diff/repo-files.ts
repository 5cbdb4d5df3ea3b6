import { inRepo } from "../in-repo.js";

/** The spec of this repository as it is now. */
export const CURRENT = inRepo("openapi/generated/openapi.json");
/** The spec as it was last released; `npm run spec:release` writes it. */
export const RELEASED = inRepo("openapi/released/openapi.json");
export const CHANGELOG = inRepo("openapi/CHANGELOG.md");
