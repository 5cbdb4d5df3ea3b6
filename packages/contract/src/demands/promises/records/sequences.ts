import type { Case } from "../../../cases/case.js";
import { type Step, sequenceCase } from "../stability.js";
import { type Created, type Creator, create, dataOf, type Item, refuse, text } from "./creator.js";

/** Create requests of every sort, each after each, in all namespaces: new, repeated, conflicting and invalid ones. */
export function createSequences(creator: Creator): Case[] {
  const { operation } = creator;
  return [
    sequenceCase(operation, "create requests", async (context) => {
      const uid = context.uid();
      const spaces = await Promise.all(
        creator.spaces.map(async ({ path, name }) => ({
          path,
          name,
          stored: await create(context, creator, [text(`stored${name}`)], { uid, path }),
        })),
      );
      let count = 0;
      const [first] = spaces;
      return [
        ...spaces.flatMap(({ path, name, stored }): Pick<Step, "name" | "send">[] => [
          {
            name: `a new record${name}`,
            send: async (own) => {
              const items: Item[] = [text(`new ${++count}`)];
              const { data } = await create(own, creator, items, { path });
              return data["uid"] !== stored.uid;
            },
          },
          { name: `a stored record${name}`, send: (own) => again(own, stored, path) },
          {
            name: `other items with its uid${name}`,
            send: (own) => refuse(own, creator, { body: { uid, items: [text("other")] }, path }, uid),
          },
        ]),
        {
          name: "an invalid item",
          send: (own) => refuse(own, creator, { body: { uid, items: [text("", "")] }, path: first?.path }, "items[0]"),
        },
        { name: "a body that is not JSON", send: (own) => refuse(own, creator, { rawBody: "{", path: first?.path }) },
        {
          name: "an unknown parameter",
          send: (own) =>
            refuse(own, creator, { body: { uid, items: [text("a")] }, query: [["x", "1"]], path: first?.path }, "x"),
        },
      ];
    }),
  ];

  async function again(context: Parameters<Step["send"]>[0], { uid, items }: Created, path: Record<string, string>) {
    const { body } = await context.exchange(operation, { body: { uid, items }, path });
    return dataOf(body);
  }
}
