/** The fields of an installed package in the output of `npm query` that are used here. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Where it is installed, relative to the root of the repository. */
  readonly location: string;
  readonly license?: unknown;
  /** The field in which old packages name their licences. */
  readonly licenses?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Licences, by their SPDX names, that only require attribution, or that do not affect the rest of a program. */
const ALLOWED_LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  // Requires changes to its files to be published; we change none.
  "MPL-2.0",
  "PSF-2.0",
  "Python-2.0",
  "Zlib",
]);

/** Licences of packages whose manifest names none. A person has read them in the package. */
const READ_LICENCES: Readonly<Record<string, string>> = { "spawndamnit@3.0.1": "MIT" };

/** The scripts that npm runs when it installs a package. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall"];

/**
 * Reports every installed package whose licence is not allowed, and every one with an install script that is neither
 * allowed nor blocked.
 *
 * @param decided `allowScripts` of the root package.json
 */
export function dependencyProblems(
  packages: readonly InstalledPackage[],
  decided: Readonly<Record<string, boolean>>,
): string[] {
  // Packages of this repository are links to its folders.
  const others = packages.filter(({ location }) => location.includes("node_modules/"));
  const licences = others
    .map((one) => ({
      ...one,
      licence: READ_LICENCES[`${one.name}@${one.version}`] ?? licenceOf(one.license ?? one.licenses),
    }))
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => {
      return `${name}@${version} has ${licence || "no licence"}, which is not allowed; replace it, or allow it in scripts/lib/dependency-problems.ts`;
    });
  const scripts = others
    .filter(({ name, scripts = {} }) => INSTALL_SCRIPTS.some((one) => scripts[one]) && !Object.hasOwn(decided, name))
    .map(
      ({ name, version }) =>
        `${name}@${version} runs a script when it is installed; read it, then set it to true or false in allowScripts of package.json`,
    );
  return [...new Set([...licences, ...scripts])];
}

/** Returns the licence; old packages have an object, or several in a list. */
function licenceOf(license: unknown): string {
  if (typeof license === "string") return license;
  if (Array.isArray(license)) return license.map(licenceOf).join(" OR ");
  return license !== null && typeof license === "object" && "type" in license ? String(license.type) : "";
}

/** Of alternatives (OR), one allowed licence is enough; of a combination (AND), all must be allowed. */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => ALLOWED_LICENCES.has(licence)));
}
