import { randomUUID } from "node:crypto";
import { type Answer, type Asked, answering } from "./servers.js";

/** A note, as it is stored. */
export type Note = Record<string, unknown> & { id: string };

/** A trait of a server of notes that OpenAPI leaves to servers, as its document describes it and as it answers. */
export interface Trait {
  /** Options of the command. */
  args?: string[];
  /** Further paths. */
  paths?: object;
  /** Header and query parameters by the operation, such as `post` or `get /notes`. */
  parameters?: Record<string, object[]>;
  /** Further statuses by the operation, without a body. */
  statuses?: Record<string, number[]>;
  /** The fields of a note besides `id`. */
  fields?: Record<string, object>;
  /** The field of requests and responses that contains the note, or the notes. */
  envelope?: string;
  /** The status of a note that was made. @default 201 */
  created?: number;
  /** Whether a POST of a text that a note has returns that note, with 200. */
  finds?: boolean;
  /** Whether all paths end with a slash. */
  hasSlashes?: boolean;
  /** The status of what breaks the schema. @default 400 */
  invalid?: number;
  /** Whether further fields are right. @default all are */
  isRight?(fields: Record<string, unknown>): boolean;
  /** Answers a request, or passes it on to the server without the trait. */
  answer?(asked: Asked, next: (changed?: Asked) => Answer, notes: Map<string, Note>): Answer;
}

const described = (schema: object) => ({ content: { "application/json": { schema } } });
const TEXT = { type: "string", minLength: 1, maxLength: 20 };

/** The document of a server with a trait. */
export function notesDocument(trait: Trait): object {
  const { parameters = {}, statuses = {}, fields = {}, envelope, created = 201 } = trait;
  const wrapped = (schema: object) =>
    envelope ? { type: "object", required: [envelope], properties: { [envelope]: schema } } : schema;
  const input = { type: "object", required: ["text"], properties: { text: TEXT, ...fields } };
  const note = {
    ...input,
    required: ["id", "text"],
    properties: { id: { type: "string", format: "uuid" }, ...input.properties },
  };
  const id = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
  const operation = (
    name: string,
    success: number,
    schema: object | undefined,
    codes: number[],
    rest: object = {},
  ) => ({
    parameters: [...(name.includes("{id}") ? [id] : []), ...(parameters[name] ?? [])],
    responses: {
      [success]: { description: "Done.", ...(schema && described(schema)) },
      ...Object.fromEntries([...codes, ...(statuses[name] ?? [])].map((code) => [code, { description: "Other." }])),
    },
    ...rest,
  });
  const body = { requestBody: { required: true, ...described(wrapped(input)) } };
  const post = operation("post /notes", created, wrapped(note), [400], body);
  if (trait.finds) Object.assign(post.responses, { 200: { description: "Found.", ...described(wrapped(note)) } });
  const end = trait.hasSlashes ? "/" : "";
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      [`/notes${end}`]: {
        get: operation("get /notes", 200, wrapped({ type: "array", items: note }), [400]),
        post,
      },
      [`/notes/{id}${end}`]: {
        get: operation("get /notes/{id}", 200, wrapped(note), [400, 404]),
        put: operation("put /notes/{id}", 200, wrapped(note), [400, 404], body),
        delete: operation("delete /notes/{id}", 204, undefined, [400, 404]),
      },
      ...trait.paths,
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the fields of a note in a body, and undefined if there is none. */
function fieldsIn(text: string, { envelope, isRight = () => true }: Trait): Record<string, unknown> | undefined {
  const body = JSON.parse(text);
  const sent = envelope ? Object(body)[envelope] : body;
  const length = typeof Object(sent).text === "string" ? [...sent.text].length : 0;
  return !Array.isArray(sent) && length > 0 && length <= 20 && isRight(sent) ? sent : undefined;
}

/** A right server of notes with a trait. */
export function notes(trait: Trait) {
  const all = new Map<string, Note>();
  const { envelope } = trait;
  const shown = (status: number, note: unknown): Answer => ({ status, body: envelope ? { [envelope]: note } : note });

  const found = (sent: Record<string, unknown>) => [...all.values()].find(({ text }) => text === sent["text"]);

  function stored({ method, text }: Asked, id: string): Answer {
    try {
      const sent = fieldsIn(text, trait);
      if (!sent) return { status: trait.invalid ?? 400 };
      const known = method === "POST" && trait.finds ? found(sent) : undefined;
      if (known) return shown(200, known);
      const note = { ...sent, id };
      all.set(id, note);
      return shown(method === "POST" ? (trait.created ?? 201) : 200, note);
    } catch {
      return { status: 400 };
    }
  }

  function one(asked: Asked, id: string): Answer {
    const note = all.get(id.toLowerCase());
    if (!UUID.test(id)) return { status: 400 };
    if (!note) return { status: 404 };
    if (asked.method === "PUT") return stored(asked, note.id);
    if (asked.method === "DELETE") all.delete(note.id);
    return asked.method === "DELETE" ? { status: 204 } : shown(200, note);
  }

  function handle(asked: Asked): Answer {
    const [, id] = /^\/notes\/([^/]+)$/.exec(asked.path) ?? [];
    if (id !== undefined) return one(asked, id);
    if (asked.path !== "/notes") return { status: 404 };
    return asked.method === "POST" ? stored(asked, randomUUID()) : shown(200, [...all.values()]);
  }

  return answering((sent) => {
    const path = trait.hasSlashes ? sent.path.replace(/\/$|$/, (end) => (end === "/" ? "" : "/missing")) : sent.path;
    const asked = { ...sent, path };
    return trait.answer?.(asked, (changed = asked) => handle(changed), all) ?? handle(asked);
  });
}
