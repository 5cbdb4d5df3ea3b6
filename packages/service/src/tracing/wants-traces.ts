/** The only supported protocol for traces. */
const PROTOCOL = "http/protobuf";

/** The settings in the standard variables of OpenTelemetry. */
export interface TraceWish {
  readonly wanted: boolean;
  /** The reason why no traces are sent although they are configured, as a sentence without a full stop. */
  readonly notice?: string;
}

/**
 * Determines whether to send traces: if a collector is set, and neither the SDK nor its traces are disabled. The SDK
 * reads the other variables itself, for example for sampling.
 */
export function wantsTraces(environment: Readonly<Record<string, string | undefined>>): TraceWish {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const isDisabled = read("OTEL_SDK_DISABLED")?.toLowerCase() === "true";
  const exporters = read("OTEL_TRACES_EXPORTER")
    ?.split(",")
    .map((name) => name.trim());
  const hasCollector = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"].some(read);
  const isWanted = exporters ? exporters.includes("otlp") : hasCollector;
  if (isDisabled || !isWanted) return { wanted: false };
  const protocol = read("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? read("OTEL_EXPORTER_OTLP_PROTOCOL") ?? PROTOCOL;
  if (protocol === PROTOCOL) return { wanted: true };
  return {
    wanted: false,
    notice: `No traces are sent: the protocol must be ${PROTOCOL}, not ${protocol}; set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=${PROTOCOL} and use the HTTP port of the collector, usually 4318`,
  };
}
