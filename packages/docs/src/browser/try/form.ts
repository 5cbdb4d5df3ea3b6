import { writeRequest } from "@metadata-service/client/request";
import { exactJson, markedJson, withNumbers } from "@metadata-service/spec-tools/json";
import { base64 } from "./base64.js";
import type { Call, ErrorExample, TryBody, TryField, TryOperation, TryParameter, TryScheme } from "./operation.js";

const element = <T extends HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
};

/** The left half of the console: address, key, operation, parameters, body, and errors to try. */
export class Form {
  readonly #operations: TryOperation[];
  readonly #form = element<HTMLFormElement>("#try-form");
  readonly #select = element<HTMLSelectElement>("#try-operation");
  readonly #credentialFields = element("#try-credentials");
  readonly #fields = element("#try-fields");
  readonly #provoke = element("#try-provoke");
  #send: (write: () => Call) => void = () => {};

  constructor(operations: TryOperation[]) {
    this.#operations = operations;
    const chosen = this.#select.dataset["chosen"];
    this.#select.append(
      ...operations.map(({ id, summary, descriptor: { method, path } }) => {
        const option = new Option(`${summary}: ${method} ${path}`, id);
        option.selected = id === chosen;
        return option;
      }),
    );
    this.#draw();
    for (const [name, value] of new URLSearchParams(location.search)) this.#set(`query-${name}`, value);
    this.#select.addEventListener("change", () => this.#draw());
    this.#chooseServer();
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(() => this.#call(undefined));
    });
  }

  /** Fills in the address of the chosen server. Typing an address chooses "Another URL". */
  #chooseServer(): void {
    const server = element<HTMLSelectElement>("#try-server");
    const base = element<HTMLInputElement>("#try-base");
    server.addEventListener("change", () => {
      base.value = server.value;
      if (server.value === "") base.focus();
    });
    base.addEventListener("input", () => {
      const known = [...server.options].some(({ value }) => value === base.value);
      server.value = known ? base.value : "";
    });
  }

  /**
   * Calls `send` when the user sends a request. Its argument reads the form, and throws if the request cannot be sent.
   */
  onSend(send: (write: () => Call) => void): void {
    this.#send = send;
  }

  /** Fills query parameters into their fields and sends the request. */
  sendWith(query: Record<string, string>): void {
    for (const [name, value] of Object.entries(query)) this.#set(`query-${name}`, value);
    this.#send(() => this.#call(undefined));
  }

  get #operation(): TryOperation {
    const found = this.#operations.find((operation) => operation.id === this.#select.value) ?? this.#operations[0];
    if (!found) throw new Error("The spec has no operation.");
    return found;
  }

  #draw(): void {
    const { parameters, body, schemes, errorExamples } = this.#operation;
    // Keep the credentials that were entered for the previous operation.
    const entered = schemes.map(
      ({ scheme, isBasic }) => this.#value(`key-${scheme}`) || (isBasic ? "user:demo-key" : "demo-key"),
    );
    this.#credentialFields.replaceChildren(
      ...schemes.map((one, at) => credentialField(one, entered[at] ?? "", schemes.length > 1)),
    );
    const columns = document.createElement("div");
    columns.className = "columns";
    columns.append(
      ...parameters.map((parameter) => inputField(`try-${idOf(parameter)}`, parameter, placeOf(parameter))),
    );
    this.#fields.replaceChildren(columns, ...(body ? bodyFields(body) : []));
    this.#provoke.hidden = errorExamples.length === 0;
    const label = document.createElement("p");
    label.textContent = "See what an error looks like:";
    const row = document.createElement("div");
    row.className = "send-row";
    row.append(...errorExamples.map((each) => this.#provocation(each)));
    this.#provoke.replaceChildren(label, row);
  }

  #provocation(provocation: ErrorExample): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset["status"] = provocation.status;
    button.textContent = `${provocation.status}: ${provocation.label}`;
    button.addEventListener("click", () => this.#send(() => this.#call(provocation)));
    return button;
  }

  /** @throws Error with the reason, if the request cannot be sent */
  #call(change: ErrorExample | undefined): Call {
    const operation = this.#operation;
    const values = Object.fromEntries(
      operation.parameters.map((parameter) => {
        const changes = change?.parameters ?? {};
        const changed = Object.hasOwn(changes, parameter.key) ? changes[parameter.key] : undefined;
        return [parameter.key, readField(parameter, changed ?? this.#value(idOf(parameter)))];
      }),
    );
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path").map(({ key }) => key);
    const [path, parameters] = [true, false].map((isPath) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => inPath.includes(key) === isPath)),
    );
    const text = change?.body ?? this.#value("body");
    // Sent unchanged, because a reader may want to try an invalid body.
    const isText = operation.body?.kind === "json" || operation.body?.kind === "text";
    const body = operation.body && (isText ? undefined : this.#body(operation.body));
    const written = writeRequest({
      baseUrl: element<HTMLInputElement>("#try-base").value.trim(),
      descriptor: operation.descriptor,
      path: path ?? {},
      parameters: parameters ?? {},
      body,
      credentials: this.#credentials(operation, change?.credential),
    });
    const { Cookie: cookie, ...headers }: Record<string, string> = {
      Accept: "application/json",
      ...mapValues(written.headers, withNumbers),
      ...change?.headers,
    };
    const other = typeof written.body === "string" ? withNumbers(written.body) : written.body;
    const sent = isText && (text !== "" || operation.body?.required) ? text : other;
    return {
      operation,
      method: written.method,
      url: withNumbers(written.url),
      values,
      headers: { ...headers, ...(isText && sent !== undefined && { "Content-Type": operation.body?.mediaType ?? "" }) },
      ...(sent !== undefined && { body: sent }),
      ...(cookie !== undefined && { cookie }),
    };
  }

  #credentials({ schemes }: TryOperation, changed: string | undefined) {
    return schemes.flatMap(({ scheme, isBasic, prefix = "", ...place }) => {
      const entered = changed ?? this.#value(`key-${scheme}`).trim();
      return entered ? [{ ...place, value: prefix + (isBasic ? base64(entered) : entered) }] : [];
    });
  }

  /** Returns the fields of a form, or the file that is the body. */
  #body({ kind, fields }: TryBody): unknown {
    const { body: how } = this.#operation.descriptor;
    const parts = typeof how === "object" ? how.parts : undefined;
    if (kind === "binary") return this.#files("body")[0];
    return Object.fromEntries(
      fields.map((field) => {
        const id = `part-${field.key}`;
        if (field.kind !== "file") {
          const value = readField(field, this.#value(id));
          return [field.key, kind === "multipart" ? partOf(value, parts?.[field.key]?.type) : value];
        }
        const files = this.#files(id);
        return [field.key, field.isList ? files : files[0]];
      }),
    );
  }

  #files(id: string): File[] {
    return [...(this.#form.querySelector<HTMLInputElement>(`#try-${CSS.escape(id)}`)?.files ?? [])];
  }

  #value(id: string): string {
    const field = this.#form.querySelector<HTMLInputElement>(`#try-${CSS.escape(id)}`);
    return field?.value ?? "";
  }

  #set(id: string, value: string): void {
    const field = this.#form.querySelector<HTMLInputElement>(`#try-${CSS.escape(id)}`);
    if (field) field.value = value;
  }
}

function field(id: string, name: string, note: string, control: HTMLElement): HTMLElement {
  const box = document.createElement("div");
  box.className = "field";
  const label = document.createElement("label");
  label.htmlFor = id;
  control.id = id;
  const small = document.createElement("small");
  small.textContent = note && ` ${note}`;
  label.append(name, small);
  box.append(label, control);
  return box;
}

/** Makes the input field for a parameter or for a part of a form. */
function inputField(id: string, given: TryField, place = ""): HTMLElement {
  const control =
    given.values && !given.isList
      ? choice(given.required ? given.values : ["", ...given.values])
      : document.createElement("input");
  if (given.kind === "file" && control instanceof HTMLInputElement) {
    control.type = "file";
    control.multiple = given.isList;
  } else control.value = given.initial;
  const note = [place, given.required ? "required" : "", given.hint].filter(Boolean).join(", ");
  const box = field(id, given.label, note, control);
  box.title = given.description;
  return box;
}

const idOf = (parameter: TryParameter) => `${parameter.in}-${parameter.key}`;

/**
 * Returns a note for a parameter that is neither in the path nor in the query; pages are not allowed to send cookies.
 */
const placeOf = (parameter: TryParameter) =>
  ({ header: "header", cookie: "cookie: with curl only", path: "", query: "" })[parameter.in];

function credentialField(
  { scheme, isBasic, prefix, in: place }: TryScheme,
  entered: string,
  isOneOfSeveral: boolean,
): HTMLElement {
  const control = document.createElement("input");
  control.spellcheck = false;
  control.value = entered;
  const name = isBasic ? "user:password" : prefix ? "Token" : "API key";
  return field(
    `try-key-${scheme}`,
    isOneOfSeveral ? `${name}: ${scheme}` : name,
    place === "cookie" ? "cookie: with curl only" : "",
    control,
  );
}

/**
 * Returns the value of a field: an array for a list, parsed JSON, or undefined if nothing was entered. Text of the
 * wrong type stays text, so that invalid requests can be sent. Texts stand for the numbers of JSON that JavaScript would
 * change.
 */
function readField({ kind, isList, required }: TryField, text: string): unknown {
  if (text === "" && !(required && !isList)) return undefined;
  if (kind === "json" || (isList && text.trim().startsWith("["))) {
    try {
      return JSON.parse(markedJson(text));
    } catch {
      return text;
    }
  }
  return isList ? text.split(",").map((each) => each.trim()) : text;
}

/** Objects of a multipart form are JSON, with their numbers as they were entered. */
function partOf(value: unknown, type = "application/json"): unknown {
  if (Array.isArray(value)) return value.map((one) => partOf(one, type));
  return typeof value === "object" && value !== null ? new Blob([exactJson(value)], { type }) : value;
}

const mapValues = (fields: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

function choice(values: string[]): HTMLSelectElement {
  const select = document.createElement("select");
  select.append(...values.map((value) => new Option(value, value)));
  return select;
}

function bodyFields(body: TryBody): HTMLElement[] {
  const { kind, mediaType, examples, fields } = body;
  if (kind === "binary") {
    const control = document.createElement("input");
    control.type = "file";
    return [field("try-body", "Body", mediaType, control)];
  }
  if (kind === "form" || kind === "multipart") {
    const columns = document.createElement("div");
    columns.className = "columns";
    columns.append(...fields.map((one) => inputField(`try-part-${one.key}`, one)));
    const title = document.createElement("p");
    title.textContent = `Body: ${mediaType}`;
    return [title, columns];
  }
  const area = document.createElement("textarea");
  area.spellcheck = false;
  area.value = examples[0]?.text ?? "";
  const box = field("try-body", "Body", mediaType, area);
  if (examples.length < 2) return [box];
  const select = choice(examples.map(({ name }) => name));
  select.addEventListener("change", () => {
    area.value = examples[select.selectedIndex]?.text ?? "";
  });
  return [field("try-example", "Start from", "", select), box];
}
