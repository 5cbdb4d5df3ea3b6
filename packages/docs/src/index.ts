export { type DocsServer, type ServeDocsOptions, serveDocs } from "./serve-docs.js";
