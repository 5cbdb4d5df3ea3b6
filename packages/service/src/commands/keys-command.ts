import { isValid, type NewKey } from "../keys/api-key.js";
import { describeLimits } from "../keys/key-permission.js";
import type { KeyLimits } from "../keys/stored-key.js";
import { wellKnownWarning } from "../keys/well-known-keys.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { withAdministration } from "./with-administration.js";

const USAGE =
  "keys takes create --label TEXT [--expires DATE] [--namespace NAME] [--scope read|write|read,write], list, rotate ID [--expires DATE], or revoke ID";

/** What `--scope` takes. */
const SCOPES: Readonly<Record<string, Pick<KeyLimits, "mayRead" | "mayWrite">>> = {
  read: { mayRead: true, mayWrite: false },
  write: { mayRead: false, mayWrite: true },
  "read,write": { mayRead: true, mayWrite: true },
};

/** `metadata-service keys create | list | rotate | revoke`. */
export async function keysCommand({ words, flags, settings }: CommandLine, io: CommandIo): Promise<number> {
  const [action, id, ...more] = words;
  if (more.length > 0 || (id !== undefined) !== (action === "revoke" || action === "rotate"))
    throw new UsageError(USAGE);
  const { label, expires, namespace, scope = "read,write" } = flags;
  const existing = { ...settings, dataMustExist: true };
  switch (action) {
    case "create": {
      if (label === undefined) throw new UsageError(USAGE);
      const rights = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined;
      if (!rights) throw new UsageError(`--scope must be ${Object.keys(SCOPES).join(" or ")}, not ${scope}`);
      const limits = { namespace: namespace ?? null, ...rights };
      const made = await withAdministration(settings, (admin) => admin.createKey(label, expires ?? null, limits));
      await show(made, io);
      return 0;
    }
    case "rotate": {
      if (id === undefined) throw new UsageError(USAGE);
      const made = await withAdministration(existing, (admin) => admin.rotateKey(id, expires ?? null));
      if (!made) return noSuchKey(id, io);
      await show(made, io);
      io.err(`Both keys are valid now. When all callers use the new one: metadata-service keys revoke ${id}\n`);
      return 0;
    }
    case "list": {
      const keys = await withAdministration(existing, (admin) => admin.listKeys());
      for (const key of keys) {
        const { id: known, label: name, createdDate, expiresDate, revokedDate, lastUsedDate } = key;
        const state = revokedDate !== null ? `revoked ${revokedDate}` : `expires ${expiresDate ?? "never"}`;
        const used = `used ${lastUsedDate ?? "never"}`;
        await io.out(`${known}  made ${createdDate}  ${used}  may ${describeLimits(key)}  ${state}  ${name}\n`);
      }
      for (const key of keys)
        if (key.wellKnown && isValid(key, Date.now())) io.err(`Warning: ${wellKnownWarning(key.id)}\n`);
      return 0;
    }
    case "revoke": {
      if (id === undefined) throw new UsageError(USAGE);
      const found = await withAdministration(existing, (admin) => admin.revokeKey(id));
      if (!found) return noSuchKey(id, io);
      io.err(`The key ${id} is revoked.\n`);
      return 0;
    }
    default:
      throw new UsageError(USAGE);
  }
}

async function show(made: NewKey, io: CommandIo): Promise<void> {
  io.err(`Made the key ${made.id}, which may ${describeLimits(made)}. It is shown this once; only its hash is kept:\n`);
  await io.out(`${made.key}\n`);
}

function noSuchKey(id: string, io: CommandIo): number {
  io.err(`There is no key ${id}; see keys list.\n`);
  return 1;
}
