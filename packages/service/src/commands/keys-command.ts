import { closest } from "@metadata-service/spec-tools";
import { databaseName } from "../config/database-name.js";
import { isValid, type NewKey } from "../keys/api-key.js";
import { describeLimits } from "../keys/key-permission.js";
import type { KeyLimits, StoredKey } from "../keys/stored-key.js";
import { wellKnownWarning } from "../keys/well-known-keys.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { withAdministration } from "./with-administration.js";

const USAGE =
  "Usage: metadata-service keys create --label TEXT [--expires DATE] [--namespace NAME] [--scope read|write|read,write] | list | rotate ID [--expires DATE] | revoke ID";

/** The values of `--scope`. */
const SCOPES: Readonly<Record<string, Pick<KeyLimits, "mayRead" | "mayWrite">>> = {
  read: { mayRead: true, mayWrite: false },
  write: { mayRead: false, mayWrite: true },
  "read,write": { mayRead: true, mayWrite: true },
};

/** The arguments of an action; those that need an ID have one. */
type Action = (line: CommandLine & { readonly id: string }, io: CommandIo) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = { create, list, rotate, revoke };

/** Actions on a single key, identified by its ID. */
const ON_ONE_KEY: readonly string[] = ["rotate", "revoke"];

/** `metadata-service keys create | list | rotate | revoke`. */
export async function keysCommand(line: CommandLine, io: CommandIo): Promise<number> {
  const [name = "", id = "", ...more] = line.words;
  const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  const near = act ? undefined : closest(name, Object.keys(ACTIONS));
  if (near !== undefined) throw new UsageError(`There is no command keys ${name}. Did you mean keys ${near}?`);
  if (act && id === "" && ON_ONE_KEY.includes(name))
    throw new UsageError(`keys ${name} needs the ID of a key; metadata-service keys list shows all keys. ${USAGE}`);
  if (!act || more.length > 0 || (id !== "") !== ON_ONE_KEY.includes(name)) throw new UsageError(USAGE);
  return act({ ...line, id }, io);
}

async function create({ flags, settings }: CommandLine, io: CommandIo): Promise<number> {
  const { label, expires, namespace, scope = "read,write" } = flags;
  if (label === undefined)
    throw new UsageError(`--label is missing: it says in lists and logs whose key it is. ${USAGE}`);
  const rights = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined;
  if (!rights)
    throw new UsageError(`--scope must be one of ${Object.keys(SCOPES).join(" | ")}, not ${JSON.stringify(scope)}`);
  const limits = { namespace: namespace ?? null, ...rights };
  const made = await withAdministration(io, settings, (admin) => admin.createKey(label, expires ?? null, limits));
  await show(made, settings, io);
  return 0;
}

async function rotate({ id, flags, settings }: Parameters<Action>[0], io: CommandIo): Promise<number> {
  const made = await withAdministration(io, existing(settings), (admin) =>
    admin.rotateKey(id, flags["expires"] ?? null),
  );
  if (!made) return noSuchKey(id, settings, io);
  await show(made, settings, io);
  io.err(
    `The old key stays valid there until it expires or is revoked. When all clients use the new one, run this with the same database: metadata-service keys revoke ${id}\n`,
  );
  return 0;
}

async function list({ settings }: CommandLine, io: CommandIo): Promise<number> {
  const keys = await withAdministration(io, existing(settings), (admin) => admin.listKeys());
  const rows = [COLUMNS, ...keys.map(columnsOf)];
  io.err(`Keys in ${databaseName(settings)}:\n`);
  const widths = COLUMNS.map((_name, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  for (const row of rows)
    await io.out(`${row.map((text, n) => (n < row.length - 1 ? text.padEnd(widths[n] ?? 0) : text)).join("  ")}\n`);
  for (const key of keys)
    if (key.wellKnown && isValid(key, Date.now())) io.err(`Warning: ${wellKnownWarning(key.id)}\n`);
  return 0;
}

async function revoke({ id, settings }: Parameters<Action>[0], io: CommandIo): Promise<number> {
  const found = await withAdministration(io, existing(settings), (admin) => admin.revokeKey(id));
  if (!found) return noSuchKey(id, settings, io);
  io.err(`The key ${id} is revoked in ${databaseName(settings)}.\n`);
  return 0;
}

/** The settings for commands that require existing data. */
function existing(settings: CommandLine["settings"]) {
  return { ...settings, dataMustExist: true };
}

/** The columns of a list; the label comes last, because it may contain spaces. */
const COLUMNS = ["ID", "CREATED", "LAST USED", "PERMISSIONS", "STATE", "LABEL"];

function columnsOf(key: StoredKey): string[] {
  const { id, label, createdDate, expiresDate, revokedDate, lastUsedDate } = key;
  const expiry = isValid(key, Date.now()) ? `expires ${expiresDate ?? "never"}` : `expired ${expiresDate}`;
  const state = revokedDate === null ? expiry : `revoked ${revokedDate}`;
  return [id, createdDate, lastUsedDate ?? "never", describeLimits(key), state, label];
}

async function show(made: NewKey, settings: CommandLine["settings"], io: CommandIo): Promise<void> {
  io.err(
    `Created the key ${made.id} in ${databaseName(settings)} with the permissions ${describeLimits(made)}. Copy the key now: it is not shown again, because only its hash is stored:\n`,
  );
  await io.out(`${made.key}\n`);
}

function noSuchKey(id: string, settings: CommandLine["settings"], io: CommandIo): number {
  io.err(`There is no key ${id} in ${databaseName(settings)}; metadata-service keys list shows all keys.\n`);
  return 1;
}
