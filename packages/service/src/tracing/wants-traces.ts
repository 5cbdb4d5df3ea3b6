/** The one protocol in which traces are sent. */
const PROTOCOL = "http/protobuf";

/** What the standard variables of OpenTelemetry ask for. */
export interface TraceWish {
  readonly wanted: boolean;
  /** Why no traces are sent although they are configured: a sentence without its full stop. */
  readonly notice?: string;
}

/**
 * Reads whether traces are wanted: where a collector is named, and neither the SDK nor its traces are switched off. How they
 * are sampled and sent, the SDK reads from the other variables itself.
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
    notice: `No traces are sent: the protocol must be ${PROTOCOL}, not ${protocol}; set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=${PROTOCOL} and name the HTTP port of the collector, usually 4318`,
  };
}
