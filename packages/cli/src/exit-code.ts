/** The exit codes, which README and help document. */
export const EXIT = {
  ok: 0,
  /** Any other failure, for example a target that cannot be written. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service does not accept the key. */
  unauthorized: 3,
  /** The service rejected the request, or some of the records. */
  refused: 4,
  /** The service could not be reached, failed or was too busy; the same command may work later. */
  unavailable: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export const EXIT_HELP: readonly (readonly [code: string, meaning: string])[] = [
  [`${EXIT.ok}`, "success"],
  [`${EXIT.failed}`, "another failure, for example a file that cannot be written"],
  [`${EXIT.usage}`, "the command line is wrong"],
  [`${EXIT.unauthorized}`, "the service does not accept the API key"],
  [`${EXIT.refused}`, "the service rejected the request, or some of the records"],
  [`${EXIT.unavailable}`, "the service could not be reached, failed or was too busy: try again later"],
  [`${EXIT.interrupted}`, "interrupted with Ctrl-C (143: terminated)"],
];
