import { readFile, writeFile } from "node:fs/promises";
import { changelogSection, compareSpecs, type SpecDiff, UNRELEASED, withSection } from "@metadata-service/spec-diff";
import { CHANGELOG, currentSpec, isAnother, releasedSpec } from "./specs.js";

/** The changelog of the API as it is, and as it should be. */
export interface ChangelogUpdate {
  readonly isStale: boolean;
  write(): Promise<void>;
}

/** Compares the first section of the changelog with the changes since the last release. */
export async function changelogUpdate({ changes }: SpecDiff): Promise<ChangelogUpdate> {
  const old = await readFile(CHANGELOG, "utf8").catch(() => "");
  const section = changes.length === 0 ? "" : changelogSection(UNRELEASED, changes);
  const text = withSection(old, UNRELEASED, section);
  return { isStale: text !== old, write: () => writeFile(CHANGELOG, text) };
}

/**
 * Updates the changelog, and says in a sentence what the changes since the last release mean; undefined if there is none,
 * or if it is of another API, which the spec has replaced.
 */
export async function followSpec(): Promise<string | undefined> {
  const released = await releasedSpec();
  const current = await currentSpec();
  if (!released || isAnother(released, current)) return undefined;
  const diff = compareSpecs(released, current);
  await (await changelogUpdate(diff)).write();
  return diff.message;
}
