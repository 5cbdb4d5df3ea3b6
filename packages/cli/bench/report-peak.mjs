/** Loaded before a program: reports the most memory that it had, in MiB, on file descriptor 3 when it ends. */
import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, `${process.resourceUsage().maxRSS / 1024}`));
