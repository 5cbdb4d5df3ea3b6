/** Extends the script of every page for the reference: the patched Redoc calls these functions while it renders. */
import { drawEverything, keepExactNumbers, repairElements, withoutStackTraces, withoutWorkers } from "./redoc-page.js";
import "./site.js";

withoutStackTraces();
withoutWorkers();
drawEverything();
keepExactNumbers();
repairElements();

interface SampleTab {
  key: string;
  title: string;
}

/** A React node; this script has no types of React. */
type Node = unknown;
type CreateNode = (type: string, props: Record<string, unknown>, key?: string) => Node;

declare global {
  interface Window {
    /** Returns the sample for the chosen example of a request body, or else the operation's own sample. */
    docsSample(
      operation: { method: string; path: string },
      label: string,
      example: string | undefined,
      source: string,
    ): string;
    /** Renders the languages of the samples as one row of buttons, and the errors as another. */
    docsSampleTabs(create: CreateNode, tabs: SampleTab[], active: string, choose: (key: string) => void): Node;
  }
}

/** By operation (`POST /path`), label and example. */
type Samples = Record<string, Record<string, Record<string, string>>>;

let samples: Samples | undefined;

window.docsSample = ({ method, path }, label, example, source) => {
  samples ??= JSON.parse(document.querySelector("#samples-by-example")?.textContent ?? "{}") as Samples;
  const named = Object(samples[`${method.toUpperCase()} ${path}`]?.[label]) as Record<string, string>;
  const name = (example ?? "").toLowerCase();
  return (Object.hasOwn(named, name) ? named[name] : undefined) ?? source;
};

/** Splits a label into the error status and the language: `400: curl` becomes `400` and `curl`. */
function parts(title: string): [status: string, way: string] {
  const [, status, way = title] = /^(\d{3}): (.+)$/.exec(title) ?? [];
  return [status ?? "", way];
}

window.docsSampleTabs = (create, tabs, active, choose) => {
  const [status, way] = parts(tabs.find(({ key }) => key === active)?.title ?? "");
  const find = (wantedStatus: string, wantedWay: string) =>
    tabs.find(({ title }) => parts(title).join() === [wantedStatus, wantedWay].join());
  const button = (label: string, isActive: boolean, target: SampleTab | undefined) =>
    create(
      "button",
      {
        type: "button",
        "aria-pressed": isActive,
        onClick: () => target && choose(target.key),
        children: label,
      },
      label,
    );
  const unique = (values: string[]) => [...new Set(values)];
  const titles = tabs.map(({ title }) => parts(title));
  const ways = unique(titles.map(([, each]) => each)).map((each) =>
    button(each, each === way, find(status, each) ?? find("", each)),
  );
  const statuses = unique(titles.map(([each]) => each));
  const first = titles[0]?.[1] ?? "";
  const errors = statuses.map((each) =>
    button(each || "Success", each === status, find(each, way) ?? find(each, first)),
  );
  const row = (className: string, label: string, children: Node[]) =>
    create("div", { className, role: "group", "aria-label": label, children }, className);
  const rows = [row("sample-ways", "Language", ways)];
  if (statuses.length > 1) rows.push(row("sample-errors", "Outcome", errors));
  return create("div", { className: "sample-tabs", children: rows }, "tabs");
};
