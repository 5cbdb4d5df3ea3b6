import type { CommandTable, ValueType } from "../../src/command-table.js";
import { commandTable } from "../../src/generated/command-table.js";

/** The table of commands, with other columns for the reports. */
export const withColumns = (...columns: readonly (readonly [name: string, type: ValueType])[]): CommandTable => ({
  ...commandTable,
  commands: commandTable.commands.map((command) =>
    command.list && command.words[0] === "reports"
      ? { ...command, list: { ...command.list, columns: columns.map(([name, type]) => ({ name, type })) } }
      : command,
  ),
});
