import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ErrorMessage } from "./error-message.js";
import type { Filter, List } from "./lists.js";

/** Reads the whole list, with progress, and saves it as CSV; a second click cancels. */
export function DownloadButton<Item>({ list, filter }: { list: List<Item>; filter: Filter }) {
  const [progress, setProgress] = useState({ done: 0, total: 1 });
  const stop = useRef<AbortController>(undefined);
  const download = useMutation({
    async mutationFn() {
      stop.current = new AbortController();
      const lines = [list.columns.map(({ title }) => title)];
      setProgress({ done: 0, total: 1 });
      for await (const { records, total = 0 } of list.pages(filter, stop.current.signal)) {
        for (const item of records) lines.push(list.columns.map(({ value }) => String(value(item) ?? "")));
        setProgress({ done: lines.length - 1, total });
      }
      save(`${list.name}.csv`, lines.map((line) => line.map(quote).join(",")).join("\r\n"));
      return lines.length - 1;
    },
  });
  const isCancelled = download.error?.name === "AbortError";
  return (
    <div className="download">
      {download.isPending && <progress aria-label="Download" value={progress.done} max={progress.total} />}
      {download.isPending && <small>{progress.done} read</small>}
      {download.isSuccess && <small role="status">{download.data} saved</small>}
      {download.error && !isCancelled && <ErrorMessage error={download.error} />}
      {download.isPending ? (
        <button type="button" onClick={() => stop.current?.abort()}>
          Cancel
        </button>
      ) : (
        <button type="button" onClick={() => download.mutate()}>
          Download all as CSV
        </button>
      )}
    </div>
  );
}

/** Quotes a cell for CSV, so that spreadsheets do not run it as a formula. */
const quote = (text: string) => `"${text.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`;

function save(name: string, text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
