/** Returns a pattern for the paths of a template: any text between slashes for each parameter, the rest literally. */
export function pathPattern(template: string): RegExp {
  const literals = template.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${literals.join("[^/]+")}$`);
}
