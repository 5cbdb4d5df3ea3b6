/** `report-id` -> `reportId`: a name of the spec as one of TypeScript. */
export const identifier = (name: string): string =>
  name.replace(/[^A-Za-z0-9_$]+(.?)/g, (_, next: string) => next.toUpperCase()).replace(/^(?=\d|$)/, "_");

/** `listReports` -> `ListReports`. */
export const capitalized = (name: string): string => name.replace(/^./, (first) => first.toUpperCase());

/** The name of the type of a schema that a reference leads to; undefined for a reference that leads elsewhere. */
export const modelName = (schema: { $ref?: string } | undefined): string | undefined => {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(schema?.$ref ?? "") ?? [];
  return name && identifier(name);
};

/** The name of a property, quoted if it has to be. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
