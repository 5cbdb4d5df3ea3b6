import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

/** A received span. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 2 for a server, 3 for a client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2 for an error. */
  readonly status: number;
  readonly nanoseconds: bigint;
  /** The attributes of the sender. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A collector of traces, which accepts OTLP as protobuf over HTTP. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly requests: readonly string[];
  stop(): void;
}

/** @param isSilent whether it accepts requests but never responds */
export async function startOtlpReceiver({ isSilent = false } = {}): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { "content-type": type, "content-encoding": encoding } = request.headers;
    requests.push(`${request.method} ${request.url} ${type}`);
    const body = await buffer(request);
    if (isSilent) return;
    spans.push(...spansOf(encoding === "gzip" ? gunzipSync(body) : body));
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A protobuf message: the values of each field, in order. */
type Message = Map<number, (bigint | Buffer)[]>;

/** Decodes spans; the field numbers are in opentelemetry-proto: trace.proto, common.proto and resource.proto. */
function spansOf(request: Buffer): ReceivedSpan[] {
  return messages(read(request), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0] ?? new Map(), 1);
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => ({
        traceId: bytes(span, 1).toString("hex"),
        spanId: bytes(span, 2).toString("hex"),
        parentSpanId: bytes(span, 4).toString("hex"),
        name: bytes(span, 5).toString(),
        kind: Number(number(span, 6)),
        attributes: attributesOf(span, 9),
        status: Number(number(messages(span, 15)[0] ?? new Map(), 3)),
        nanoseconds: number(span, 8) - number(span, 7),
        resource,
      })),
    );
  });
}

function attributesOf(message: Message, field: number): Record<string, unknown> {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const value = messages(pair, 2)[0] ?? new Map();
      const isText = value.has(1);
      return [bytes(pair, 1).toString(), isText ? bytes(value, 1).toString() : Number(number(value, 3))];
    }),
  );
}

function read(source: Buffer): Message {
  const message: Message = new Map();
  let at = 0;
  const varint = () => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = BigInt(source[at++] ?? 0);
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return value;
      shift += 7n;
    }
  };
  const value = (wireType: bigint): bigint | Buffer => {
    if (wireType === 0n) return varint();
    const length = wireType === 1n ? 8 : wireType === 5n ? 4 : Number(varint());
    const piece = source.subarray(at, at + length);
    at += length;
    return wireType === 1n ? piece.readBigUInt64LE() : piece;
  };
  while (at < source.length) {
    const key = varint();
    const field = Number(key >> 3n);
    message.set(field, [...(message.get(field) ?? []), value(key & 7n)]);
  }
  return message;
}

function bytes(message: Message, field: number): Buffer {
  const [value] = message.get(field) ?? [];
  return value instanceof Buffer ? value : Buffer.alloc(0);
}

function number(message: Message, field: number): bigint {
  const [value] = message.get(field) ?? [];
  return typeof value === "bigint" ? value : 0n;
}

function messages(message: Message, field: number): Message[] {
  return (message.get(field) ?? []).flatMap((value) => (value instanceof Buffer ? [read(value)] : []));
}
