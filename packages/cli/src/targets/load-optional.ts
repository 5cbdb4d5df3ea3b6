import { CommandError } from "../command-error.js";
import { installAdvice } from "../install-advice.js";

export async function loadOptional<Module>(load: () => Promise<Module>, name: string, what: string): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new CommandError(`${what} needs the package ${name}. ${installAdvice(name)}`);
  }
}
