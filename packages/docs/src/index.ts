export { type DocsServer, type ServeDocsOptions, serveDocs } from "./serve/serve-docs.js";
