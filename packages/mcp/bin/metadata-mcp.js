#!/usr/bin/env node
import { existsSync } from "node:fs";

const command = new URL("../dist/cli.js", import.meta.url);
if (existsSync(command)) await import(command.href);
else {
  console.error("metadata-mcp is not built yet. Run: npm run build");
  process.exitCode = 2;
}
