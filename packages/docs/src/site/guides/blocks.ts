import { readFileSync } from "node:fs";
import { type ItemsPlace, own } from "@metadata-service/spec-tools";
import { exactJson } from "@metadata-service/spec-tools/json";
import { markdown } from "@metadata-service/spec-tools/languages";
import { inDocs } from "../paths.js";
import { type ApiOperation, type DocsApi, operationLink, successContent } from "../reference/operations.js";
import { type Sample, WAYS } from "../samples/sample.js";
import type { Program } from "../samples/samples.js";
import type { Block } from "./block.js";
import type { Decision } from "./decisions.js";
import { languageBlock } from "./language-block.js";
import { codeBlock, escapeHtml, renderInline, tableHtml } from "./markdown.js";
import { tabs } from "./tabs.js";

/** The data from which the blocks of guides are built. */
export interface Material {
  api: DocsApi;
  /** All samples, by operation. */
  samples: Map<string, Sample[]>;
  programs: Map<string, Program>;
  decisions: Decision[];
  /**
   * The numbers of the decision records that the spec or a guide mentions in the same sentence as the word "assumed".
   */
  assumed: ReadonlySet<string>;
  /** The scenarios of the mock. */
  scenarios: readonly { name: string; summary: string }[];
}

type Item = Readonly<Record<string, unknown>>;

/** Thrown if a guide shows an operation that the spec does not have. */
export class MissingOperation extends Error {
  override name = "MissingOperation";
}

/**
 * Returns the block that replaces a line `[[key]]` of a guide. Examples of keys: `samples listReports 400`, `sample
 * listReports client`, …
 *
 * @throws MissingOperation if it shows something that the spec does not have
 * @throws Error if the block does not exist, so that no guide is incomplete
 */
export function block(key: string, material: Material): Block {
  const [name, ...rest] = key.split(" ");
  switch (name) {
    case "samples":
      return samplesBlock(material, rest[0] ?? "", rest[1]);
    case "sample":
      return oneSample(material, rest[0] ?? "", rest[1]);
    case "scenarios":
      return scenarioTable(material.scenarios);
    case "program":
      return program(material, rest[0] ?? "");
    case "diagram":
      return diagram(rest[0] ?? "");
    case "language":
      return languageBlock(...rest);
    case "item-kinds":
      return itemKinds(material.api);
    case "lists":
      return lists(material.api);
    case "decisions":
      return decisionTable(material);
    default:
      throw new Error(
        `A guide asks for the block [[${key}]], which does not exist; see packages/docs/src/site/guides/blocks.ts.`,
      );
  }
}

function samplesBlock({ samples }: Material, operationId: string, status?: string): Block {
  const chosen = (samples.get(operationId) ?? []).filter((sample) => sample.status === status);
  if (!samples.has(operationId)) throw new MissingOperation(`it shows ${operationId}, which the spec does not have`);
  if (chosen.length === 0)
    throw new Error(`A guide shows samples of ${operationId} ${status ?? ""}, but there are none.`);
  const parts = chosen.map((sample) => {
    const { label, highlight } = WAYS.find((each) => each.way === sample.way) ?? WAYS[0];
    return { label, ...codeAndOutput(sample, highlight, label) };
  });
  return {
    html: tabs("Samples", parts),
    markdown: parts.map(({ label, markdown }) => `${label}:\n\n${markdown}`).join("\n\n"),
  };
}

/** A single sample, for text that is about one way only. */
function oneSample({ samples }: Material, operationId: string, way: string | undefined): Block {
  if (!samples.has(operationId)) throw new MissingOperation(`it shows ${operationId}, which the spec does not have`);
  const sample = samples.get(operationId)?.find((each) => each.way === way && !each.status);
  const found = WAYS.find((each) => each.way === way);
  if (!sample || !found) throw new Error(`A guide shows the sample ${operationId} ${way}, which does not exist.`);
  return codeAndOutput(sample, found.highlight);
}

/** Lists the scenarios of the mock, with the mock's own descriptions. */
function scenarioTable(scenarios: Material["scenarios"]): Block {
  return table(
    ["Scenario", "What happens"],
    scenarios.map(({ name, summary }) => [`\`${name}\``, summary]),
  );
}

function program({ programs }: Material, name: string): Block {
  const found = programs.get(name);
  if (!found) throw new Error(`A guide shows the program ${name} in samples/programs, which does not exist.`);
  return codeAndOutput(found, found.language === "shell" ? "bash" : "typescript");
}

/** A program, followed by its output. */
function codeAndOutput(
  { source, output }: { source: string; output?: string },
  language: string,
  title?: string,
): Block {
  const kind = languageOf(output);
  return {
    html: codeBlock(source, language, title) + (output ? codeBlock(output, kind, "Output") : ""),
    markdown: fence(source, language) + (output ? `\n\nOutput:\n\n${fence(output, kind)}` : ""),
  };
}

const languageOf = (text = "") => (/^\s*[{[]/.test(text) ? "json" : "");
const fence = (text: string, language = "") => markdown.codeBlock(text.trimEnd(), language);

/** Embeds a drawing, so that it uses the colours of the theme; its `<desc>` describes it for screen readers. */
function diagram(name: string): Block {
  const svg = readFileSync(inDocs(`diagrams/${name}.svg`), "utf8");
  const description = svg
    .match(/<desc[^>]*>([\s\S]*?)<\/desc>/)?.[1]
    ?.replaceAll(/\s+/g, " ")
    .trim();
  if (!description) throw new Error(`diagrams/${name}.svg has no <desc>: describe in it what the drawing shows.`);
  return { html: `<figure class="diagram" tabindex="0">${svg}</figure>\n`, markdown: `*Drawing:* ${description}` };
}

/** Shows the record with every type of item, with the request and the response of each. */
function itemKinds({ operations }: DocsApi): Block {
  const { sent, returned, nameOf } = richestPair(operations);
  const kinds = sent.map((item, index) => ({
    type: nameOf(item),
    sides: sidesOf(exactJson(item, 2), exactJson(returned[index] ?? item, 2)),
  }));
  return {
    html: kinds
      .map(
        ({ type, sides }) => `<section class="kind">
<h3 id="kind-${escapeHtml(type)}"><a class="anchor" href="#kind-${escapeHtml(type)}"><code>${escapeHtml(type)}</code></a></h3>
${sides.map(({ title, code }) => codeBlock(code, "json", title)).join("")}</section>\n`,
      )
      .join(""),
    markdown: kinds
      .map(({ type, sides }) =>
        [`### ${markdown.text(type)}`, ...sides.flatMap(({ title, code }) => [`${title}:`, fence(code, "json")])].join(
          "\n\n",
        ),
      )
      .join("\n\n"),
  };
}

/** Most items come back as they were sent; those are shown once. */
const sidesOf = (sent: string, returned: string) =>
  sent === returned
    ? [{ title: "Request and response", code: sent }]
    : [
        { title: "Request", code: sent },
        { title: "Response", code: returned },
      ];

/** Finds the example with the most items among those that request and response share by name. */
function richestPair(operations: readonly ApiOperation[]) {
  const pairs = operations.flatMap((operation) => {
    const [request, response] = [operation.shape.body?.media, successContent(operation)[0]];
    const [place, answered] = [request?.items[0], response?.items[0]];
    if (!request || !place) return [];
    return request.examples.map(({ name, value }) => ({
      sent: itemsAt(value, place),
      returned: itemsAt(response?.examples.find((one) => one.name === name)?.value, answered),
      nameOf: (item: Item) => String(item[place.items.type]),
    }));
  });
  const [richest] = pairs.sort((a, b) => b.sent.length - a.sent.length);
  if (!richest) throw new MissingOperation("it shows a record with items, but the spec has no example of one");
  return richest;
}

/** Returns the items at their place in a body. */
const itemsAt = (body: unknown, place: ItemsPlace | undefined): Item[] =>
  [...(place?.path ?? []), null].reduce<unknown[]>(
    (found, step) => found.flatMap((value) => (step === null ? value : (own(Object(value), step) ?? []))),
    [body],
  ) as Item[];

/** Lists every list operation with the shape of its pages, its limits and its date filters. */
function lists({ operations }: DocsApi): Block {
  const rows = operations.flatMap((operation) => {
    const { list } = operation;
    if (!list) return [];
    const limit = operation.parameters.find((parameter) => parameter.name === "limit")?.schema.node;
    const filters = [list.updatedFrom, list.updatedTo].filter((name) => name !== undefined);
    return [{ operation, list, limit, filters }];
  });
  const head = ["Operation", "Path", "Page shape", "Limit", "Date filters"];
  const cells = rows.map(({ operation, list, limit, filters }) => [
    `[${markdown.text(operation.id)}](../${operationLink(operation)})`,
    markdown.codeInCell(operation.path),
    { standard: "standard", linked: "linked", array: "plain array" }[list.shape],
    `default ${limit?.default}, maximum ${limit?.maximum}`,
    filters.length > 0 ? filters.map(markdown.codeInCell).join(", ") : "none",
  ]);
  return table(head, cells);
}

function decisionTable({ api: { model, operations }, decisions, assumed }: Material): Block {
  const named = decisions.filter(({ number }) => assumed.has(number));
  const whereabouts = (number: string) =>
    [
      ...operations.filter(({ description }) => description?.includes(`decision ${number}`)).map(({ id }) => id),
      ...model.schemas
        .filter(({ node }) => JSON.stringify(node).includes(`decision ${number}`))
        .map(({ name }) => name),
    ].map((name) => markdown.codeInCell(name));
  return table(
    ["Decision", "Assumption", "Used in"],
    named.map(({ number, title, name, decided }) => [
      `[${number}](../decisions/${name}.html)`,
      `**${title}.** ${decided.replaceAll(/\s*\n\s*/g, " ")}`,
      whereabouts(number).join(", ") || "parameters, responses or guides",
    ]),
  );
}

function table(head: string[], rows: string[][]): Block {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return {
    html: tableHtml(
      head.map(renderInline),
      rows.map((row) => row.map(renderInline)),
    ),
    markdown: [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n"),
  };
}
