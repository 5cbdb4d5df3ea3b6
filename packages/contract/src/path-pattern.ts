/** What the paths of a template have in common: any text in one part for each parameter, all else as it is written. */
export function pathPattern(template: string): RegExp {
  const literals = template.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${literals.join("[^/]+")}$`);
}
