import { runProcess } from "@metadata-service/cli/parts";
import { serve } from "./serve.js";

await runProcess(["mcp", ...process.argv.slice(2)], [serve]);
