import { Refusal } from "@metadata-service/server-rules";

/** How many bytes of records are kept, as JSON. */
export const MOST_STORED_BYTES = 64 * 1024 * 1024;

/** The memory has no room for another record. It is no defect, and waiting does not help: a 500 that says what does. */
export class MemoryFull extends Refusal {
  readonly detail: string;

  constructor() {
    const detail = `The mock keeps at most ${MOST_STORED_BYTES / 1024 / 1024} MiB of records; POST /__mock/reset forgets them`;
    super(500, undefined, {}, [detail]);
    this.detail = detail;
  }
}
