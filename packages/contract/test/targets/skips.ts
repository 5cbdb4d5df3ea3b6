import type { Skip } from "../../src/index.js";

/** What a target cannot show, with the reason. Each line is a hole in the contract: keep it empty. */
export const SKIPS: Record<string, Skip[]> = {
  mock: [],
  client: [],
  prism: [],
};
