import type { Case } from "../../case.js";
import { UUIDS } from "../../grammar/uuid.js";
import { ContractViolation } from "../../judge.js";
import { draft } from "../draft.js";
import { type Creator, checkEach, create, hasItemType, type Item, text } from "./creator.js";
import { placesOf } from "./places.js";
import { resendUnchanged } from "./same-record.js";

const id = (n: number) => `6f1b2c3d-4e5f-4a6b-8c7d-${n.toString(16).padStart(12, "0")}`;
const file = (uuid: string, key = "file"): Item => ({ key, type: "file", value: uuid });

/** Files (decision 0011): the URL is a template with the identifier in it, and a file has the same URL everywhere. */
export function fileCases(creator: Creator): Case[] {
  if (!hasItemType(creator, "file") || !hasItemType(creator, "object") || !hasItemType(creator, "object-array"))
    return [];
  const { namespace } = creator;
  const spaces = namespace?.values.map((value) => ({ [namespace.name]: value })) ?? [{}];
  const object = (value: Item[]): Item => ({ key: "o", type: "object", value });
  const list = (value: Item[]): Item => ({ key: "l", type: "object-array", value });
  const law = (name: string, run: Case["run"]) => draft(creator.operation, { rule: "files", name, run });
  return [
    law("every file of a record has the URL with its own identifier, in every place", async (context) => {
      for (const path of spaces) {
        const ids = Array.from({ length: 12 }, (_, i) => id(i + 1));
        const [a = "", b = "", c = "", d = "", e = "", f = "", ...rest] = ids;
        const items = [
          file(a),
          object([file(b), object([file(c), file(a)])]),
          list([file(d), file(e), object([file(f)])]),
          object([list([file(b), file(a)])]),
          ...rest.map((uuid) => file(uuid)),
          text(a, "a string that is not a file"),
          { key: "array", type: "string-array", value: ids },
        ];
        const { data } = await create(context, creator, items, { path });
        oneTemplate(urlsOf(items, data["items"]));
      }
    }),
    law("files have the same URL template in every record, and the same URL every time", async (context) => {
      const pairs: [string, string][] = [];
      for (const path of [...spaces, ...spaces])
        for (const n of [1, 2, 200, 1]) {
          const items = [file(id(n)), list([file(id(n + 1))])];
          const record = await create(context, creator, items, { path });
          await resendUnchanged(context, creator, record, { path });
          pairs.push(...urlsOf(items, record.data["items"]));
        }
      oneTemplate(pairs);
    }),
    law("UUIDs of every form have a URL in every place, all from the same template", async (context) => {
      const pairs: [string, string][] = [];
      for (const path of spaces)
        await checkEach(
          placesOf(creator),
          ({ name }) => name,
          async ({ wrap }) => {
            const items = UUIDS.flatMap(({ text: uuid }) => wrap(file(uuid)));
            const record = await create(context, creator, items, { path });
            await resendUnchanged(context, creator, record, { path });
            pairs.push(...urlsOf(items, record.data["items"]));
          },
        );
      oneTemplate(pairs);
    }),
    law("the 150 files of a record have 150 different URLs", async (context) => {
      const items = Array.from({ length: 150 }, (_, i) => file(id(1000 + i), `file ${i}`));
      for (const wrapped of [items, [object(items)], [list(items)]])
        oneTemplate(urlsOf(wrapped, (await create(context, creator, wrapped)).data["items"]));
    }),
  ];
}

/** Returns the file identifiers of a record with the URLs that were returned for them. */
function urlsOf(sent: Item[], answer: unknown): [string, string][] {
  return sent.flatMap((item, i): [string, string][] => {
    const value = (answer as { value: unknown }[])[i]?.value;
    if (item.type === "file") return [[String(item.value), String(value)]];
    if (item.type === "object") return urlsOf(item.value as Item[], value);
    if (item.type === "object-array") return urlsOf(item.value as Item[], (value as unknown[]).flat());
    return [];
  });
}

/** @throws {ContractViolation} if a URL does not contain its identifier, or the rest of it differs between files */
function oneTemplate(pairs: [uuid: string, url: string][]): void {
  const templates = new Set<string>();
  for (const [uuid, url] of pairs) {
    if (!url.toLowerCase().includes(uuid.toLowerCase()))
      throw new ContractViolation(`the URL of the file ${uuid} does not contain its identifier: ${url}`);
    templates.add(url.toLowerCase().replace(uuid.toLowerCase(), "{id}"));
  }
  if (templates.size > 1)
    throw new ContractViolation(
      `the URLs of files do not follow one template: ${[...templates].slice(0, 3).join(", ")}`,
    );
}
