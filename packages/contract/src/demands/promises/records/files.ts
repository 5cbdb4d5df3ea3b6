import type { Case } from "../../../cases/case.js";
import { testCase } from "../../test-case.js";
import {
  type Creator,
  create,
  hasItemType,
  hasNests,
  type Item,
  list,
  object,
  resendUnchanged,
  text,
} from "./creator.js";

const id = (n: number) => `6f1b2c3d-4e5f-4a6b-8c7d-${n.toString(16).padStart(12, "0")}`;
const file = (uuid: string, key = "file"): Item => ({ key, type: "file", value: uuid });

/**
 * Files (decision 0011): the URL is a template with the identifier in it, and a file has the same URL everywhere.
 * `create` compares the template of each file with that of all others.
 */
export function fileCases(creator: Creator): Case[] {
  if (!hasItemType(creator, "file") || !hasNests(creator)) return [];
  const { spaces, limits } = creator;
  const most = Math.min(150, limits.items);
  const law = (name: string, run: Case["run"]) => testCase(creator.operation, { rule: "files", name, run });
  return [
    law("every file of a record has the URL with its own identifier, in every place", async (context) => {
      for (const { path } of spaces) {
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
        await create(context, creator, items, { path });
      }
    }),
    law("files have the same URL template in every record, and the same URL every time", async (context) => {
      for (const { path } of [...spaces, ...spaces])
        for (const n of [1, 2, 200, 1]) {
          const record = await create(context, creator, [file(id(n)), list([file(id(n + 1))])], { path });
          await resendUnchanged(context, creator, record, { path });
        }
    }),
    law(`the ${most} files of a record have ${most} different URLs`, async (context) => {
      const items = Array.from({ length: most }, (_, i) => file(id(1000 + i), `file ${i}`));
      const records = [items, [object(items)], [list(items)]];
      for (const record of records.filter((each) => creator.accepts(each))) await create(context, creator, record);
    }),
  ];
}
