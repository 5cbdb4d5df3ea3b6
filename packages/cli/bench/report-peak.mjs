/** Loaded before a program: reports its peak memory, in MiB, on file descriptor 3 when it ends. */
import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, `${process.resourceUsage().maxRSS / 1024}`));
