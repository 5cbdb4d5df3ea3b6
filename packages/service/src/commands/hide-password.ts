/**
 * Removes passwords from a command line, because other users of the machine can see it.
 *
 * @returns undefined if there is none
 */
export function withoutPasswords(args: readonly string[]): string | undefined {
  const hidden = args.map((arg) => arg.replace(/(\w:\/\/[^\s/:@]*:)[^\s/]*@/, "$1***@"));
  return hidden.every((arg, n) => arg === args[n]) ? undefined : hidden.join(" ");
}

/** The warning about a password on the command line. */
export const PASSWORD_WARNING =
  "Warning: other users of this machine can see a password on a command line, if only briefly. Set the URL with DATABASE_URL or --database-url-file, or put the password into ~/.pgpass.\n";
