/** The names of the flags that set the address of a server. */
export interface ListenFlags {
  readonly host: string;
  readonly port: string;
}

/**
 * Turns the error of a server that cannot listen into one sentence that says what to do. Returns any
 * other error unchanged.
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
        `Port ${port} needs privileges that this user does not have; choose a port above 1023 with ${flags.port}.`,
        cause,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Error(`This machine has no address ${host}; choose another with ${flags.host}.`, cause);
    default:
      return error;
  }
}
