/** The suite on every target: each case of the bundle on the mock, on the client over it, and on what joins later. */
import { afterAll, beforeAll, describe, it } from "vitest";
import { type Context, cases, createContext, createValidator, type Target } from "../src/index.js";
import { skipReason } from "../src/run-contract.js";
import { bundle } from "./fixture/bundle.js";
import { SKIPS } from "./targets/skips.js";
import { startTarget, TARGETS } from "./targets/targets.js";

const SEED = Number(process.env["CONTRACT_SEED"] ?? 20261121);
const document = bundle();

describe.each(Object.keys(TARGETS))("%s", (name) => {
  let target: Target;
  let context: Context;

  beforeAll(async () => {
    target = await startTarget(name, document);
    context = createContext({
      document,
      validator: createValidator(document),
      target,
      uidPrefix: `${name}-`,
      seed: SEED,
      runs: 25,
      maxRecords: 5000,
      patience: 0,
    });
  });
  afterAll(() => target?.close?.());

  // What only a raw connection can say is put to the mock itself.
  for (const each of cases(document)) {
    if (name !== "mock" && each.wire) continue;
    const skipped = skipReason(each, { skips: SKIPS[name] } as Target, { anyUid: true });
    it.skipIf(skipped !== undefined)(skipped ? `${each.id} (${skipped})` : each.id, () => each.run(context));
  }
});
