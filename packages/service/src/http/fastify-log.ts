import { type FastifyBaseLogger, type FastifyServerOptions, LogController } from "fastify";

type Bindings = Parameters<FastifyBaseLogger["child"]>[0];

const METHODS = ["fatal", "error", "warn", "info", "debug", "trace", "silent", "child"] as const;

/**
 * Returns the settings of Fastify's own log, which reports misuse of Fastify, with the ID of the request. The logger of
 * a request becomes a child of the service's logger only if something is logged: that is rare, and creating a child
 * takes about as long as writing a line.
 */
export function fastifyLog(logger: FastifyBaseLogger) {
  /** The methods of the loggers of all requests. */
  const methods = Object.fromEntries(
    METHODS.map((name) => [
      name,
      function (this: { readonly bindings: Bindings }, ...args: unknown[]) {
        const child = logger.child(this.bindings);
        return Reflect.apply(child[name], child, args);
      },
    ]),
  );
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    childLoggerFactory: (_parent: unknown, bindings: Bindings): FastifyBaseLogger =>
      Object.assign(Object.create(methods), { bindings, level: logger.level }),
  } satisfies FastifyServerOptions;
}
