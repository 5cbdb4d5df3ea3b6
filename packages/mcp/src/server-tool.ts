import type { CallToolResult, Tool } from "@modelcontextprotocol/server";

/** What a call may use. */
export interface Call {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Aborted if the client cancels the call. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is. */
  progress(done: number, total?: number): void;
}

export interface ServerTool {
  readonly definition: Tool;
  /** An error that it throws becomes a result for the assistant. */
  run(call: Call): Promise<CallToolResult>;
}
