import { describe, expect, it } from "vitest";
import { dependencyProblems, type InstalledPackage } from "../lib/dependency-problems.js";

const installed = (more: Partial<InstalledPackage>): InstalledPackage => ({
  name: "one",
  version: "1.0.0",
  location: "node_modules/one",
  license: "MIT",
  ...more,
});

describe("the check of dependencies", () => {
  it.each([
    "MIT",
    "(MIT AND Zlib)",
    "(MIT OR GPL-3.0-only)",
    { type: "BSD-3-Clause" },
    [{ type: "MIT" }, { type: "SSPL-1.0" }],
  ])("allows the licence %j", (license) => {
    expect(dependencyProblems([installed({ license })], {})).toEqual([]);
  });

  it.each(["GPL-3.0-only", "(MIT AND AGPL-3.0-only)", "SEE LICENSE IN LICENSE", "UNLICENSED", "", undefined, null, {}])(
    "reports a package with the licence %j",
    (license) => {
      expect(dependencyProblems([installed({ license })], {})).toEqual([
        expect.stringMatching(/^one@1\.0\.0 has .*not allowed/),
      ]);
    },
  );

  it.each(["preinstall", "install", "postinstall"])(
    "reports a package with a script %s until it is allowed or blocked",
    (name) => {
      const packages = [installed({ scripts: { [name]: "node steal.js", test: "vitest" } })];
      expect(dependencyProblems(packages, {})).toEqual([expect.stringContaining("allowScripts of package.json")]);
      for (const decision of [true, false]) expect(dependencyProblems(packages, { one: decision })).toEqual([]);
    },
  );

  it("reads the licenses field of old packages", () => {
    const licenses = [{ type: "MIT", url: "http://www.opensource.org/licenses/MIT" }];
    expect(dependencyProblems([installed({ license: undefined, licenses })], {})).toEqual([]);
  });

  it("ignores the packages of this repository", () => {
    expect(dependencyProblems([installed({ location: "packages/one", license: undefined })], {})).toEqual([]);
  });
});
