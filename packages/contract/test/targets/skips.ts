import type { Skip } from "../../src/index.js";

/** Cases that a target cannot run, with reasons. Each line is a gap in the test coverage, so keep this empty. */
export const SKIPS: Record<string, Skip[]> = {
  mock: [],
  client: [],
  prism: [],
};
