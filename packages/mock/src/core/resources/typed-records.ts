import { memberKey, type OperationRules, type RecordView } from "@metadata-service/server-rules";
import type { ResourceOperation } from "@metadata-service/spec-tools";
import type { Present } from "../data/read-record.js";

/** A resource whose records have typed items. They are stored as sent, and converted when they are returned. */
export interface TypedRecords {
  /** The format in which they are stored: that of the request that creates them. */
  readonly view: RecordView;
  /** @param fileUrl the template of the URL of a file */
  present(fileUrl: string): Present;
}

/** The roles whose request may be the format of a stored record, the fullest one first. */
const SENDS = ["create", "replace", "update"] as const;

/** An operation, with the format of the record in its request. */
interface Sender {
  readonly use: ResourceOperation;
  readonly requestView?: RecordView;
}

/** Returns the format of a resource's typed records; undefined if its records have no typed items. */
export function typedRecords(
  uses: readonly Sender[],
  rulesOf: (id: string) => OperationRules | undefined,
): TypedRecords | undefined {
  const sending = SENDS.flatMap((role) => uses.filter(({ use }) => use.role === role));
  for (const { requestView: view, use } of sending) {
    const items = rulesOf(use.operation)?.body?.itemsIn(use.request?.at ?? []);
    if (!view || !items) continue;
    const names = new Map(items.fields.map((field) => [memberKey(view, field), field]));
    return {
      view,
      present: (fileUrl) => (key, value) => {
        const field = names.get(key);
        return field === undefined ? value : items.toResponse(field, value, fileUrl);
      },
    };
  }
  return undefined;
}
