import { DatabaseError } from "../database-error.js";

/** The reason why a database cannot be used, and what to do about it. */
interface Reason {
  /** Codes of PostgreSQL (SQLSTATE), of the system or of Node. */
  readonly codes: RegExp;
  /** Messages of the driver, which have no code. */
  readonly messages?: RegExp;
  readonly sentence: string;
  readonly advice: string;
}

const REASONS: readonly Reason[] = [
  {
    codes: /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|28P01|28000)$/,
    messages: /timeout|Connection terminated|password must be/,
    sentence: "The database cannot be reached",
    advice: "check --database-url or DATABASE_URL",
  },
  {
    codes: /^3D000$/,
    sentence: "The database cannot be reached",
    advice: "create it, or check --database-url or DATABASE_URL",
  },
  {
    codes: /^(?:ERR_TLS_CERT_ALTNAME_INVALID)$/,
    sentence: "The certificate of the database server is for another host name",
    advice: "use a name that is in the certificate in --database-url or DATABASE_URL",
  },
  {
    codes: /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    sentence: "The certificate of the database server is not valid at this time",
    advice: "renew it, and check the clock",
  },
  {
    codes: /CERT|UNABLE_TO_VERIFY|^ERR_OSSL|^ERR_SSL/,
    sentence: "The certificate of the database server is not trusted",
    advice: "add sslrootcert=/path/ca.pem to --database-url or DATABASE_URL, with the authority that issued it",
  },
  {
    codes: /^$/,
    messages: /SSL connections/,
    sentence: "The database server accepts no encrypted connections",
    advice: "enable ssl on the server, or remove sslmode from --database-url or DATABASE_URL",
  },
  {
    codes: /^57P0[123]$/,
    sentence: "The database server accepts no connections, because it is starting up or shutting down",
    advice: "check its log, then try again",
  },
  {
    codes: /^53300$/,
    sentence: "The database server has no connections left",
    advice: "raise max_connections there, or lower --database-connections of the processes that use it",
  },
  {
    codes: /^53100$/,
    sentence: "The disk of the database server is full",
    advice: "free some space, then try again",
  },
  {
    codes: /^25006$/,
    sentence: "The database is read-only, so its schema cannot be upgraded",
    advice: "use the address of the primary, or set default_transaction_read_only to off",
  },
  {
    codes: /^42501$/,
    sentence: "The database user lacks a permission to upgrade the schema",
    advice: "make it the owner of the tables, and grant it create on their schema",
  },
  {
    codes: /^42P07$/,
    sentence: "The schema of the database contains a table of another program",
    advice: "use an empty database, or a schema of its own (alter role USER set search_path = NAME)",
  },
];

/** Converts an error of the database to a message for operators; returns undefined for an unknown one. */
export function whyUnusable(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error;
  const { code = "", message, syscall } = error as NodeJS.ErrnoException;
  const found =
    REASONS.find(({ codes, messages }) => codes.test(code) && (code !== "" || messages?.test(message))) ??
    REASONS.find(({ messages }) => messages?.test(message)) ??
    (syscall === "connect" ? REASONS[0] : undefined);
  if (!found) return undefined;
  // If a host name has several addresses, the error has only a code and no message.
  return new DatabaseError(`${found.sentence}: ${message || code}; ${found.advice}`, { cause: error });
}
