/** A JSON value of unknown shape, for reading answers in tests. */
export type Json = { readonly [name: string]: Json } & readonly Json[] & (string | number | null);

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it was received. */
  readonly text: string;
  /** The body if it is JSON, otherwise null. */
  readonly body: Json;
}

/**
 * What the cases of this folder are run on: anything that claims to be the API. They say nothing of the mock's own
 * controls, so they hold for the service too, which is given the same lists.
 */
export interface Subject {
  readonly url: string;
  readonly apiKey: string;
  /** What the URL of every file begins with. */
  readonly files: string;
  /** Sends a request with the key, unless `init` has headers. */
  call(path: string, init?: RequestInit): Promise<Reply>;
  /** Creates metadata in a namespace. */
  create(body: unknown, namespace?: string): Promise<Reply>;
}

/** The subject at an address. */
export function subjectAt({ url, apiKey, files }: Pick<Subject, "url" | "apiKey" | "files">): Subject {
  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(path.startsWith("http") ? path : url + path, {
      ...init,
      headers: init.headers ?? { apiKey },
    });
    const text = await response.text();
    const isJson = text !== "" && /[/+]json\b/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  };
  const create = (body: unknown, namespace = "inspection") =>
    call(`/api/v2/metadata/${namespace}`, {
      method: "POST",
      headers: { apiKey, "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { url, apiKey, files, call, create };
}
