/** The flags by which a person chooses where a server listens. */
export interface ListenFlags {
  readonly host: string;
  readonly port: string;
}

/**
 * Why a server cannot listen, in one sentence that says what to do; any other error as it is.
 *
 * @example
 * server.once("error", (error) => reject(describeListenError(error, { host, port })));
 */
export function describeListenError(
  error: Error & { readonly code?: string },
  { host, port }: { readonly host?: string | undefined; readonly port?: number | undefined },
  flags: ListenFlags = { host: "--host", port: "--port" },
): Error {
  const cause = { cause: error };
  switch (error.code) {
    case "EADDRINUSE":
      return new Error(
        `Port ${port} is taken; stop what listens there, or choose another with ${flags.port} (0 picks a free one).`,
        cause,
      );
    case "EACCES":
      return new Error(
        `Port ${port} needs rights that this user does not have; choose one above 1023 with ${flags.port}.`,
        cause,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Error(`This machine has no address ${host}; choose another with ${flags.host}.`, cause);
    default:
      return error;
  }
}
