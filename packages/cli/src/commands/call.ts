import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Flag, Flags } from "@metadata-service/spec-tools/flags";
import { decodeText } from "@metadata-service/spec-tools/input";
import { readPrintedJson } from "@metadata-service/spec-tools/json";
import type { Command } from "../command.js";
import { CommandError, UsageError } from "../command-error.js";
import type { BodyShape, OperationCommand } from "../command-table.js";
import { readAssignments } from "../create/read-assignments.js";
import type { Environment } from "../environment.js";
import { jsonText } from "../output/json-text.js";
import { JSON_LIMITS } from "../parse-value.js";
import { connect } from "../settings/connection.js";
import { callMethod, operationCommand } from "./operation-command.js";

const BODY: Flag = { name: "body", value: "FILE", help: "file with the body of the request; - for standard input" };

/** Creates a command for an operation that neither lists records nor accepts them as JSON. */
export function callCommand(operation: OperationCommand): Command {
  const { body } = operation;
  const isForm = body?.kind === "form" || body?.kind === "multipart";
  return operationCommand(operation, {
    flags: body && !isForm ? [BODY] : [],
    ...(isForm && {
      usage: "[name=value…]",
      arguments: [{ name: "name=value", help: "a field of the form; name=@FILE sends a file" }],
    }),
    examples: (name) => [name],
    async run({ path, query, words }, flags, environment) {
      const content = body && (isForm ? await readForm(words, body) : await readBody(flags, body, environment));
      if (body?.required && content === undefined) throw new UsageError("The body is missing: add --body FILE");
      const client = await connect(flags, environment);
      const options = { signal: environment.signal };
      await printResult(
        await callMethod(client, operation, { path, body: content, query, options }),
        flags,
        environment,
      );
      return undefined;
    },
  });
}

async function readForm(words: readonly string[], body: BodyShape): Promise<object | undefined> {
  if (words.length === 0) return undefined;
  const isFile = (word: string) => /^[^=]+=@/.test(word);
  const { fields } = readAssignments(
    words.filter((word) => !isFile(word)),
    body,
  );
  const form = [...fields].map(([name, json]): [string, unknown] => [name, JSON.parse(json)]);
  for (const word of words.filter(isFile)) {
    const [, name = "", path = ""] = /^([^=]+)=@(.*)$/s.exec(word) ?? [];
    form.push([name, new File([await readFile(path)], basename(path))]);
  }
  return Object.fromEntries(form);
}

async function readBody(flags: Flags, { kind }: BodyShape, { stdin }: Environment): Promise<unknown> {
  const file = flags.text("body");
  if (file === undefined) return undefined;
  const bytes = file === "-" ? await buffer(stdin) : await readFile(file);
  if (kind !== "text" && kind !== "json") return new Blob([bytes]);
  const name = file === "-" ? "standard input" : file;
  try {
    const text = decodeText(bytes);
    // Bytes are sent as they are.
    if (kind === "text") return bytes;
    readPrintedJson(text, JSON_LIMITS);
    return Buffer.from(text);
  } catch (error) {
    throw new CommandError(`The body in ${name} is invalid: ${(error as Error).message}`);
  }
}

/** Prints what the service returned: JSON, text or bytes. */
export async function printResult(data: unknown, flags: Flags, { stdout }: Environment): Promise<void> {
  if (data === undefined) return;
  if (data instanceof Blob) return void (await stdout.write(new Uint8Array(await data.arrayBuffer())));
  if (typeof data === "string" && !flags.isOn("json")) return void (await stdout.write(`${data}\n`));
  await stdout.write(`${jsonText(data, flags.isOn("json") ? 0 : 2)}\n`);
}
