import { describe } from "vitest";
import { hostileCases } from "./cases/hostile-cases.js";
import { testMock } from "./helpers.js";

const mock = await testMock();

describe("hostile requests", () => {
  hostileCases(() => mock, { controls: true });
});
