import { redactHeaders } from "./redact.js";

/** The properties of a response other than its body. */
type Head = Pick<Response, "status" | "statusText" | "headers" | "url">;
type Body = Uint8Array<ArrayBuffer> | Blob | string | null;

/**
 * A response whose body is in memory, and can be read any number of times: by a middleware, by the caller, and by the
 * client itself. Streams are expensive, so it creates one only when somebody reads.
 */
export class BufferedResponse extends Response {
  readonly #body: Body;
  readonly #head: Head;

  /** @param head the source of status, headers and URL */
  constructor(body: Body, head: Head) {
    super(null, initOf(head));
    this.#body = body;
    this.#head = head;
  }

  override get status() {
    return this.#head.status;
  }

  override get url() {
    return this.#head.url;
  }

  override get body() {
    return this.#unread().body;
  }

  override async text() {
    return typeof this.#body === "string" ? this.#body : this.#unread().text();
  }

  override async json() {
    return this.#unread().json();
  }

  override async arrayBuffer() {
    return this.#unread().arrayBuffer();
  }

  override async bytes() {
    return this.#unread().bytes();
  }

  override async blob() {
    return this.#unread().blob();
  }

  override async formData() {
    return this.#unread().formData();
  }

  override clone() {
    return new BufferedResponse(this.#body, this.#head);
  }

  #unread() {
    const type = this.headers.get("content-type");
    return new Response(this.#body, type === null ? {} : { headers: { "content-type": type } });
  }
}

/** Returns the `init` for the `Response` constructor, without values that servers send but the constructor rejects. */
function initOf({ status, statusText, headers }: Head): ResponseInit {
  // Browsers report a redirect that is not followed as status 0.
  const isUsual = status >= 200 && status <= 599;
  return {
    status: isUsual ? status : 500,
    statusText: statusText?.replace(/[^\t -~\x80-\xff]/g, ""),
    // Some runtimes accept invalid header names.
    headers: redactHeaders(headers, String),
  };
}
