/**
 * Removes passwords from a command line, because other users of the machine can see it.
 *
 * @returns undefined if there is none
 */
export function withoutPasswords(args: readonly string[]): string | undefined {
  const hidden = args.map((arg) =>
    arg.includes("://")
      ? arg
          .replace(/(\w:\/\/[^\s/:@]*:)[^\s/]*@/, "$1***@")
          .replace(/([?&]([^=&#\s]*)=)[^&#\s]+/g, (all, start, name) => (isPassword(name) ? `${start}***` : all))
      : arg,
  );
  return hidden.every((arg, n) => arg === args[n]) ? undefined : hidden.join(" ");
}

/** Whether a parameter of a URL is a password: the driver decodes its name. */
function isPassword(name: string): boolean {
  try {
    return /password$/i.test(decodeURIComponent(name));
  } catch {
    return false;
  }
}

/** The warning about a password on the command line. */
export const PASSWORD_WARNING =
  "Warning: other users of this machine can see a password on a command line, if only briefly. Set the URL with DATABASE_URL or --database-url-file, or put the password into ~/.pgpass.\n";
