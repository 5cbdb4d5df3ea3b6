import type { Case } from "../../../cases/case.js";
import type { Suite } from "../../../cases/family.js";
import type { Operation } from "../../../document/document.js";
import { arrayCases, boundCases } from "./bounds.js";
import { type Creator, creatorOf } from "./creator.js";
import { everyValueCases } from "./every-value.js";
import { fieldCases } from "./fields.js";
import { fileCases } from "./files.js";
import { formatCases } from "./formats.js";
import { identityCases } from "./identity.js";
import { itemRuleCases } from "./item-rules.js";
import { jsonCases } from "./json.js";
import { neighborCases } from "./neighbors.js";
import { raceCases } from "./races.js";
import { refusalCases } from "./refusals.js";
import { sameRecordCases } from "./same-record.js";
import { createSequences } from "./sequences.js";
import { stampCases } from "./stamps.js";
import { textCases } from "./texts.js";
import { valueCases } from "./values.js";

/** All cases about creating a record of typed items under a uid; none if the operation does not do that. */
export function recordCases({ document, validator }: Suite, operation: Operation): Case[] {
  const creator = creatorOf(document, validator, operation);
  if (!creator) return [];
  const { pointer } = operation;
  const repeated = `${pointer}/x-promises/repeatedCreate`;
  const limits = `${pointer}/requestBody/content/${(operation.body?.mediaType ?? "").replaceAll("/", "~1")}/x-limits`;
  const families: [at: string, (creator: Creator) => Case[]][] = [
    ...[sameRecordCases, identityCases, refusalCases, raceCases, createSequences].map(
      (make) => [repeated, make] as [string, typeof make],
    ),
    [limits, boundCases],
    ...[
      textCases,
      arrayCases,
      neighborCases,
      everyValueCases,
      formatCases,
      valueCases,
      fieldCases,
      itemRuleCases,
      jsonCases,
    ]
      .concat(fileCases, stampCases)
      .map((make) => [creator.itemsAt, make] as [string, typeof make]),
  ];
  return families.flatMap(([at, make]) =>
    make(creator).map((each) => ({ ...each, demand: { ...each.demand, at: each.demand.at || at } })),
  );
}
