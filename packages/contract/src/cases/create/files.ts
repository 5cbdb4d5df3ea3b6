import type { Case } from "../../case.js";
import { UUIDS } from "../../grammar/uuid.js";
import { ContractViolation } from "../../judge.js";
import { draft } from "../draft.js";
import { type Creator, create, each, hasKind, type Item, text } from "./creator.js";
import { placesOf } from "./places.js";
import { again } from "./same-record.js";

const id = (n: number) => `6f1b2c3d-4e5f-4a6b-8c7d-${n.toString(16).padStart(12, "0")}`;
const file = (uuid: string, key = "file"): Item => ({ key, type: "file", value: uuid });

/** Files (decision 0011): the URL is a template with the identifier in it, one URL for one file, everywhere. */
export function fileCases(creator: Creator): Case[] {
  if (!hasKind(creator, "file") || !hasKind(creator, "object") || !hasKind(creator, "object-array")) return [];
  const { namespace } = creator;
  const spaces = namespace?.values.map((value) => ({ [namespace.name]: value })) ?? [{}];
  const object = (value: Item[]): Item => ({ key: "o", type: "object", value });
  const list = (value: Item[]): Item => ({ key: "l", type: "object-array", value });
  const law = (name: string, run: Case["run"]) => draft(creator.operation, { rule: "files", name, run });
  return [
    law("every file of a record has the URL of its own identifier, at every place", async (context) => {
      for (const path of spaces) {
        const ids = Array.from({ length: 12 }, (_, i) => id(i + 1));
        const [a = "", b = "", c = "", d = "", e = "", f = "", ...rest] = ids;
        const items = [
          file(a),
          object([file(b), object([file(c), file(a)])]),
          list([file(d), file(e), object([file(f)])]),
          object([list([file(b), file(a)])]),
          ...rest.map((uuid) => file(uuid)),
          text(a, "a text that is no file"),
          { key: "array", type: "string-array", value: ids },
        ];
        const { data } = await create(context, creator, items, { path });
        oneTemplate(urlsOf(items, data["items"]));
      }
    }),
    law("files have the same template in every record, and the same URL again", async (context) => {
      const pairs: [string, string][] = [];
      for (const path of [...spaces, ...spaces])
        for (const n of [1, 2, 200, 1]) {
          const items = [file(id(n)), list([file(id(n + 1))])];
          const record = await create(context, creator, items, { path });
          await again(context, creator, record, { path });
          pairs.push(...urlsOf(items, record.data["items"]));
        }
      oneTemplate(pairs);
    }),
    law("a UUID of any form has its URL at every place, and all of them have one template", async (context) => {
      const pairs: [string, string][] = [];
      for (const path of spaces)
        await each(
          placesOf(creator),
          ({ name }) => name,
          async ({ wrap }) => {
            const items = UUIDS.flatMap(({ text: uuid }) => wrap(file(uuid)));
            const record = await create(context, creator, items, { path });
            await again(context, creator, record, { path });
            pairs.push(...urlsOf(items, record.data["items"]));
          },
        );
      oneTemplate(pairs);
    }),
    law("150 files of a record have 150 URLs", async (context) => {
      const items = Array.from({ length: 150 }, (_, i) => file(id(1000 + i), `file ${i}`));
      for (const wrapped of [items, [object(items)], [list(items)]])
        oneTemplate(urlsOf(wrapped, (await create(context, creator, wrapped)).data["items"]));
    }),
  ];
}

/** The identifiers of a record with the URLs that came for them. */
function urlsOf(sent: Item[], answer: unknown): [string, string][] {
  return sent.flatMap((item, i): [string, string][] => {
    const value = (answer as { value: unknown }[])[i]?.value;
    if (item.type === "file") return [[String(item.value), String(value)]];
    if (item.type === "object") return urlsOf(item.value as Item[], value);
    if (item.type === "object-array") return urlsOf(item.value as Item[], (value as unknown[]).flat());
    return [];
  });
}

/** @throws {ContractViolation} where the identifier is not in its URL, or what is around it is not the same for all */
function oneTemplate(pairs: [uuid: string, url: string][]): void {
  const templates = new Set<string>();
  for (const [uuid, url] of pairs) {
    if (!url.toLowerCase().includes(uuid.toLowerCase()))
      throw new ContractViolation(`the file ${uuid} has the URL ${url}, without its identifier`);
    templates.add(url.toLowerCase().replace(uuid.toLowerCase(), "{id}"));
  }
  if (templates.size > 1)
    throw new ContractViolation(`files have URLs of several templates: ${[...templates].slice(0, 3).join(", ")}`);
}
