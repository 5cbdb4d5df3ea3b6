/** Some APIs write a collection, and its records, with a slash at the end. */
export const withoutSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);

/**
 * Returns a pattern for the paths of a template, with a group for each parameter: any text between slashes. The last slash of a
 * template may be missing.
 */
export function pathPattern(template: string): RegExp {
  const literals = withoutSlash(template)
    .split(/\{[^}]+\}/)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${literals.join("([^/]+)")}${template.endsWith("/") ? "/?" : ""}$`);
}

/** Returns the names of the parameters in a template, in order. */
export const namesIn = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);

/** Decodes percent encoding; returns the text unchanged if it is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
