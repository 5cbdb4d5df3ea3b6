/** `report-id` -> `reportId`: a name of the spec as one of TypeScript. */
export const identifier = (name: string) =>
  name.replace(/[^A-Za-z0-9_$]+(.?)/g, (_, next: string) => next.toUpperCase());

/** `listReports` -> `ListReports`. */
export const capitalized = (name: string) => name.replace(/^./, (first) => first.toUpperCase());

/** The name of the schema that a reference leads to. */
export const modelName = (schema: { $ref?: string } | undefined): string | undefined =>
  schema?.$ref?.replace("#/components/schemas/", "");

/** The name of a property, quoted if it has to be. */
export const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
