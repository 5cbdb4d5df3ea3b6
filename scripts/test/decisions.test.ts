/** Tests that texts and code refer only to decision records that exist. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../lib/repo.js";

const files = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d{4}-.*\.md$/.test(name));
const numbers = new Set(files.map((name) => name.slice(0, 4)));

/** Returns the numbers of the records that a text refers to: "decisions 0008 and 0066", "amends 0121", links. */
function referredTo(text: string): string[] {
  const lists = text.matchAll(
    /\b(?:decisions?|amends|replaces|replaced by|adds to)((?:,?\s(?:[\s*]*)(?:and )?0\d{3}\b)+)/gi,
  );
  const links = text.matchAll(/decisions\/(0\d{3})-/g);
  // Tables write them alone.
  const alone = text.matchAll(/\((0\d{3}(?:, 0\d{3})*)\)/g);
  return [...lists, ...links, ...alone].flatMap(([, list = ""]) => list.match(/0\d{3}/g) ?? []);
}

test("no text refers to a decision record that does not exist", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  const texts = tracked.filter(
    (path) =>
      /\.(?:md|ya?ml|[cm]?[jt]sx?)$/.test(path) &&
      // Tests have references to made-up records, and changelogs to those of their time.
      !/(?:^|\/)(?:test|\.changeset)\/|CHANGELOG/.test(path) &&
      existsSync(join(root, path)),
  );
  const unknown = texts.flatMap((path) =>
    referredTo(readFileSync(join(root, path), "utf8"))
      .filter((number) => !numbers.has(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(unknown).toEqual([]);
});

test("each number is used once, and is in the title", () => {
  expect(numbers.size).toBe(files.length);
  for (const name of files)
    expect(readFileSync(join(root, "docs/decisions", name), "utf8"), name).toMatch(
      new RegExp(`^# ${name.slice(0, 4)} `),
    );
});

test("the index has each record with its title, sorted by number", () => {
  const index = readFileSync(join(root, "docs/decisions/README.md"), "utf8");
  const titles = files.sort().map((name) => {
    const [title = ""] = readFileSync(join(root, "docs/decisions", name), "utf8")
      .slice("# 0000 ".length)
      .split("\n");
    return `- [${name.slice(0, 4)}](${name}) ${title}`;
  });
  expect(index.split("\n").filter((line) => line.startsWith("- "))).toEqual(titles);
});

test.each([
  ["see decision 0005.", ["0005"]],
  ["(decisions 0008, 0064 and 0066)", ["0008", "0064", "0066"]],
  ["Amends 0107 and 0122.", ["0107", "0122"]],
  ["[0083](./docs/decisions/0083-connections.md)", ["0083"]],
  ["dependencies (decision\n  0082). It", ["0082"]],
  [" * (decision\n * 0083)", ["0083"]],
  ["| an error (0085) |", ["0085"]],
  ["| the same fields (0010, 0087) |", ["0010", "0087"]],
  ["lot-2026-0042 has 0042 items", []],
])("finds the references in %j", (text, found) => expect(referredTo(text)).toEqual(found));
