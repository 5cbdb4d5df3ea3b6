import type { Call, Provocation, TryOperation, TryParameter } from "./operation.js";

const element = <T extends HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
};

/** The left half: address, key, operation, parameters, body, and what can be provoked. */
export class Form {
  readonly #operations: TryOperation[];
  readonly #form = element<HTMLFormElement>("#try-form");
  readonly #select = element<HTMLSelectElement>("#try-operation");
  readonly #fields = element("#try-fields");
  readonly #provoke = element("#try-provoke");
  #send: (call: Call) => void = () => {};

  constructor(operations: TryOperation[]) {
    this.#operations = operations;
    this.#draw();
    for (const [name, value] of new URLSearchParams(location.search)) this.#set(`query-${name}`, value);
    this.#select.addEventListener("change", () => this.#draw());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(this.#call());
    });
  }

  /** What happens when a request is to be sent. */
  onSend(send: (call: Call) => void): void {
    this.#send = send;
  }

  /** Writes query parameters into their fields and sends the request. */
  sendWith(query: Record<string, string>): void {
    for (const [name, value] of Object.entries(query)) this.#set(`query-${name}`, value);
    this.#send(this.#call());
  }

  get #operation(): TryOperation {
    const found = this.#operations.find((operation) => operation.id === this.#select.value) ?? this.#operations[0];
    if (!found) throw new Error("The spec has no operation.");
    return found;
  }

  #draw(): void {
    const { parameters, bodies, provocations } = this.#operation;
    const columns = document.createElement("div");
    columns.className = "columns";
    columns.append(...parameters.map(parameterField));
    this.#fields.replaceChildren(columns, ...(bodies ? bodyFields(bodies) : []));
    const label = document.createElement("p");
    label.textContent = "See what an error looks like:";
    const row = document.createElement("div");
    row.className = "send-row";
    row.append(...provocations.map((each) => this.#provocation(each)));
    this.#provoke.replaceChildren(label, row);
  }

  #provocation(provocation: Provocation): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset["status"] = provocation.status;
    button.textContent = `${provocation.status}: ${provocation.label}`;
    button.addEventListener("click", () => this.#send(this.#call(provocation)));
    return button;
  }

  #call(change: Partial<Provocation> = {}): Call {
    const operation = this.#operation;
    const base = element<HTMLInputElement>("#try-base").value.trim().replace(/\/+$/, "");
    const key = element<HTMLInputElement>("#try-key").value.trim();
    const body = change.body ?? this.#value("body");
    const query: Record<string, string> = {};
    let path = operation.path;
    for (const { name, in: place } of operation.parameters) {
      const value = change[place]?.[name] ?? this.#value(`${place}-${name}`);
      if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
      else if (value !== "") query[name] = value;
    }
    const search = new URLSearchParams(query).toString();
    return {
      operation,
      method: operation.method,
      url: base + path + (search && `?${search}`),
      query,
      headers: {
        Accept: "application/json",
        ...(key && { apiKey: key }),
        ...(operation.bodies && { "Content-Type": "application/json" }),
        ...change.headers,
      },
      ...(operation.bodies && { body }),
    };
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

function parameterField(parameter: TryParameter): HTMLElement {
  const id = `try-${parameter.in}-${parameter.name}`;
  const control = parameter.values ? choice(parameter.values) : document.createElement("input");
  control.value = parameter.initial;
  const box = field(
    id,
    parameter.name,
    [parameter.required ? "required" : "", parameter.hint].filter(Boolean).join(", "),
    control,
  );
  box.title = parameter.description;
  return box;
}

function choice(values: string[]): HTMLSelectElement {
  const select = document.createElement("select");
  select.append(...values.map((value) => new Option(value, value)));
  return select;
}

function bodyFields(bodies: { name: string; text: string }[]): HTMLElement[] {
  const area = document.createElement("textarea");
  area.spellcheck = false;
  area.value = bodies[0]?.text ?? "";
  const body = field("try-body", "Body", "application/json", area);
  if (bodies.length < 2) return [body];
  const select = choice(bodies.map(({ name }) => name));
  select.addEventListener("change", () => {
    area.value = bodies[select.selectedIndex]?.text ?? "";
  });
  return [field("try-example", "Start from", "", select), body];
}
