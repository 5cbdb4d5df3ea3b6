/** Compares two versions of an OpenAPI document, and says which changes break clients. */
export type { Change } from "./change.js";
export { compareSpecs, FLAGS, formatDiff, readArguments, type SpecDiff, specDiff } from "./command.js";
export { diffSpecs } from "./compare/diff-specs.js";
export type { Spec } from "./compare/node.js";
export { judgeVersion } from "./judge-version.js";
export { readSpec, versionOf } from "./read-spec.js";
export { changelogSection, UNRELEASED, withSection } from "./report-markdown.js";
