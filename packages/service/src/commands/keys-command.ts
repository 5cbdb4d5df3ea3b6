import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { withAdministration } from "./with-administration.js";

const USAGE = "keys takes create --label TEXT [--expires DATE], list, or revoke ID";

/** `metadata-service keys create | list | revoke`. */
export async function keysCommand({ words, flags, settings }: CommandLine, io: CommandIo): Promise<number> {
  const [action, id, ...more] = words;
  if (more.length > 0 || (id !== undefined) !== (action === "revoke")) throw new UsageError(USAGE);
  const { label, expires } = flags;
  const existing = { ...settings, dataMustExist: true };
  switch (action) {
    case "create": {
      if (label === undefined) throw new UsageError(USAGE);
      const made = await withAdministration(settings, (admin) => admin.createKey(label, expires ?? null));
      io.err(`Made the key ${made.id}. It is shown this once; only its hash is kept:\n`);
      await io.out(`${made.key}\n`);
      return 0;
    }
    case "list": {
      const keys = await withAdministration(existing, (admin) => admin.listKeys());
      for (const { id: known, label: name, createdDate, expiresDate, revokedDate } of keys) {
        const state = revokedDate !== null ? `revoked ${revokedDate}` : `expires ${expiresDate ?? "never"}`;
        await io.out(`${known}  made ${createdDate}  ${state}  ${name}\n`);
      }
      return 0;
    }
    case "revoke": {
      if (id === undefined) throw new UsageError(USAGE);
      const found = await withAdministration(existing, (admin) => admin.revokeKey(id));
      io.err(found ? `The key ${id} is revoked.\n` : `There is no key ${id}; see keys list.\n`);
      return found ? 0 : 1;
    }
    default:
      throw new UsageError(USAGE);
  }
}
