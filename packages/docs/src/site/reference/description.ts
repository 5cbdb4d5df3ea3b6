import { nodeAt, type OpenApiDocument, type OperationObject, own, type TagObject } from "@metadata-service/spec-tools";
import { markdown } from "@metadata-service/spec-tools/languages";
import { type Decision, linkKnownDecisions } from "../guides/decisions.js";
import { type Sample, WAYS } from "../samples/sample.js";
import { safeDescription } from "./description-html.js";
import { introduction, serverText } from "./introduction.js";
import { mapDescriptions } from "./map-descriptions.js";
import { type ApiOperation, consolePath, type DocsApi, routedTag, UNTAGGED } from "./operations.js";
import type { SampleLanguage } from "./redoc.js";

/**
 * Prepares the document for the reference: adds samples, links to decision records, and a link to try each operation.
 */
export function describe(
  { document, model, operations, baseUrl }: DocsApi,
  samples: ReadonlyMap<string, Sample[]>,
  decisions: Decision[],
): OpenApiDocument {
  const copy = mapDescriptions(wellFormed(document), (text) =>
    marked(safeDescription(linkKnownDecisions(text, decisions))),
  );
  const at = (pointer: string) => nodeAt(copy, wellFormed(pointer)) as OperationObject;
  const targets = operations.map(({ pointer, id, shape, authorsSamples }) => ({
    id,
    authorsSamples,
    page: consolePath(shape.name),
    target: at(pointer),
  }));
  const webhooks = model.sent.filter(({ kind }) => kind === "webhook").map(({ request }) => at(request.pointer));
  routeTags(copy, [
    ...targets.map(({ target }) => ({ target, group: UNTAGGED })),
    ...webhooks.map((target) => ({ target, group: WEBHOOKS })),
  ]);
  for (const { id, page, target, authorsSamples } of targets) {
    Object.assign(target, {
      description: `${target.description ?? ""}\n\n[Try it](${page})`,
      "x-codeSamples": [...(samples.get(id) ?? []).map(codeSample), ...authorsSamples],
    });
  }
  // Redoc takes it for Markdown; OpenAPI does not.
  if (copy.info.summary !== undefined) Object.assign(copy.info, { summary: markdown.text(copy.info.summary) });
  const intro = [DOWNLOADS, ...introduction(baseUrl, operations, safeDescription)];
  Object.assign(copy.info, { description: [...intro, copy.info.description].join("\n\n") });
  if (document.servers?.[0]?.variables)
    Object.assign(copy, { servers: [{ url: baseUrl, description: serverText(baseUrl).replaceAll("`", "") }] });
  return copy;
}

const DOWNLOADS =
  "**Download the OpenAPI file:** [openapi.yaml](openapi.yaml), [openapi.json](openapi.json). The same reference [on one plain page](reference-plain.html), to print or to read without JavaScript.";

/** The group of webhooks without a tag. */
const WEBHOOKS = "webhooks";

/**
 * Gives the tags of a document names that Redoc can put into links; each is shown with its own name. An operation without a
 * tag gets one: Redoc draws it after everything else, and in no group.
 */
function routeTags(copy: OpenApiDocument, all: readonly { target: OperationObject; group: string }[]): void {
  const declared = new Map((copy.tags ?? []).map((tag) => [tag.name, tag]));
  const tagged = all.map(({ target, group }) => ({ target, tags: target.tags?.length ? target.tags : [group] }));
  const names = [...new Set([...declared.keys(), ...tagged.flatMap(({ tags }) => tags)])];
  const titles: Record<string, string> = {
    [UNTAGGED]: names.some((name) => name !== UNTAGGED && name !== WEBHOOKS) ? "Other operations" : "Operations",
    [WEBHOOKS]: "Webhooks",
  };
  const tags = names.map((name): TagObject => {
    const title = declared.has(name) ? name : (own(titles, name) ?? name);
    const routed = routedTag(name);
    return { ...(routed !== title && { "x-displayName": title }), ...declared.get(name), name: routed };
  });
  Object.assign(copy, { tags });
  for (const { target, tags: names } of tagged) Object.assign(target, { tags: names.map(routedTag) });
}

/**
 * Copies a document with half surrogates replaced: Redoc cannot make a link of a name that has one. `JSON.stringify`
 * escapes only these.
 */
const wellFormed = <T>(document: T): T =>
  JSON.parse(JSON.stringify(document).replaceAll(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\ufffd"));

/** Highlights the word "assumed", as the guides do. */
const marked = (text: string) => text.replaceAll(/\*([Aa]ssumed)(:?)\*/g, '<em class="assumed">$1</em>$2');

function codeSample(sample: Sample) {
  return { ...sampleLanguage(sample), source: sample.source };
}

/** The language of a sample, and the label of its tab. */
export const sampleLanguage = ({ way, status }: Sample): SampleLanguage => {
  const { label, lang } = WAYS.find((each) => each.way === way) ?? WAYS[0];
  return { lang, label: status ? `${status}: ${label}` : label };
};

/**
 * Returns the languages of all samples without duplicates: first those of successful requests, then the errors by status,
 * then those of the author's samples.
 */
export function sampleLanguages(
  operations: readonly ApiOperation[],
  samples: ReadonlyMap<string, Sample[]>,
): SampleLanguage[] {
  const order = (sample: Sample) => [sample.status ?? "", WAYS.findIndex(({ way }) => way === sample.way)].join();
  const ours = [...samples.values()].flat().sort((a, b) => order(a).localeCompare(order(b)));
  const all = [...ours.map(sampleLanguage), ...operations.flatMap(({ authorsSamples }) => authorsSamples)];
  return [...new Map(all.map(({ lang, label }) => [label, { lang, label }])).values()];
}
