// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.
declare const numbers: Record<string, string>;
export default numbers;
