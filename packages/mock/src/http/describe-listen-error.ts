/** Why a server cannot listen, in one sentence that says what to do. */
export function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new Error(
        `Port ${port} is taken; stop what listens there, or choose another with --port (0 picks a free one).`,
        { cause: error },
      );
    case "EACCES":
      return new Error(`Port ${port} needs rights that this user does not have; choose one above 1023 with --port.`, {
        cause: error,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Error(`This machine has no address ${host}; choose another with --host.`, { cause: error });
    default:
      return error;
  }
}
