#!/usr/bin/env node
import { runCommand } from "./cli/run-command.js";

const code = await runCommand(process.argv.slice(2));
if (code !== undefined) process.exitCode = code;
