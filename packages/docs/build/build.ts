/** openapi/generated -> packages/docs/dist/site: the whole site as static files. */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentSecurityPolicy, inlineScriptsOf } from "./content-security-policy.js";
import { redoc } from "./redoc.js";

const require = createRequire(import.meta.url);
const site = fileURLToPath(new URL("../dist/site/", import.meta.url));

const bundle = JSON.parse(await readFile(require.resolve("@metadata-service/openapi/openapi.json"), "utf8"));
const parts = await redoc(bundle);
const script = `<script type="module">${parts.script}</script>`;
const policy = contentSecurityPolicy({ inlineScripts: inlineScriptsOf(parts.body + script), redoc: true });
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${bundle.info.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
${parts.head}
</head>
<body>
${parts.body}
${script}
</body>
</html>
`;
await rm(site, { recursive: true, force: true });
await mkdir(site, { recursive: true });
await writeFile(join(site, "index.html"), page);
await cp(require.resolve("@metadata-service/openapi/openapi.json"), join(site, "openapi.json"));
await cp(require.resolve("@metadata-service/openapi/openapi.yaml"), join(site, "openapi.yaml"));
