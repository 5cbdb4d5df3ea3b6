/**
 * Keywords of a schema that describe values and do not restrict them (JSON Schema 2020-12, Meta-Data vocabulary;
 * OpenAPI 3.1, section 4.8.24).
 */
const ANNOTATIONS = [
  ...["$comment", "default", "deprecated", "description", "example", "examples", "externalDocs", "readOnly"],
  ...["summary", "title", "writeOnly", "xml"],
];

/** Whether a keyword of a schema only describes values. */
export const isAnnotation = (keyword: string): boolean => ANNOTATIONS.includes(keyword) || keyword.startsWith("x-");
