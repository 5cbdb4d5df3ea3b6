// With any API: what imports this file need not create metadata.
/** A JSON value of unknown shape, for reading responses in tests. */
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
 * The server under test for the cases in this folder: any implementation of the API. The cases do not use the mock's
 * own controls, so they also run on the service, which has the same lists.
 */
export interface Subject {
  readonly url: string;
  readonly apiKey: string;
  /** The prefix of every file URL. */
  readonly files: string;
  /** Sends a request; the API key is added unless `init` has headers. */
  call(path: string, init?: RequestInit): Promise<Reply>;
  /** Creates metadata in a namespace. */
  create(body: unknown, namespace?: string): Promise<Reply>;
}

/** Creates a subject for the server at a URL. */
export function subjectAt({ url, apiKey, files }: Pick<Subject, "url" | "apiKey" | "files">): Subject {
  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(path.startsWith("http") ? path : url + path, {
      redirect: "manual",
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
