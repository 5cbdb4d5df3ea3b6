import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DownloadButton } from "./download-button.js";
import { ErrorMessage } from "./error-message.js";
import type { Filter, List } from "./lists.js";

const LIMIT = 15;

/** Shows a list with a filter, page by page. A page stays visible until the next one has loaded. */
export function ListView<Item extends { uid: string }>({ list }: { list: List<Item> }) {
  const [filter, setFilter] = useState<Filter>({ from: "", to: "" });
  const [offset, setOffset] = useState(0);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [list.name, filter, offset],
    queryFn: ({ signal }) => list.page({ limit: LIMIT, offset, filter }, signal),
    placeholderData: keepPreviousData,
  });
  const changeFilter = (change: Partial<Filter>) => {
    setFilter({ ...filter, ...change });
    setOffset(0);
  };
  return (
    <section aria-label={list.name} aria-busy={isFetching}>
      <div className="toolbar">
        {list.hasFilter && (
          <>
            <DayInput label="Updated from" value={filter.from} onChange={(from) => changeFilter({ from })} />
            <DayInput label="to" value={filter.to} onChange={(to) => changeFilter({ to })} />
          </>
        )}
        <DownloadButton list={list} filter={filter} />
      </div>
      <div className={isFetching ? "loading busy" : "loading"} />
      {error ? <ErrorMessage error={error} onRetry={refetch} /> : <ItemTable list={list} items={data?.items} />}
      {data && !error && <Pager offset={offset} shown={data.items.length} total={data.total} onMove={setOffset} />}
    </section>
  );
}

function DayInput({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="day">
      {label} <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

function ItemTable<Item extends { uid: string }>({ list, items }: { list: List<Item>; items: Item[] | undefined }) {
  if (items?.length === 0) return <p className="empty">No {list.name} match.</p>;
  return (
    <table>
      <thead>
        <tr>
          {list.columns.map(({ title, numeric }) => (
            <th key={title} className={numeric ? "numeric" : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items?.map((item) => (
          <tr key={item.uid}>
            {list.columns.map(({ title, value, numeric }) => (
              <td key={title} className={numeric ? "numeric" : undefined}>
                {value(item) ?? "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PagerProps {
  offset: number;
  shown: number;
  total: number;
  onMove: (offset: number) => void;
}

function Pager({ offset, shown, total, onMove }: PagerProps) {
  const last = Math.max(0, Math.floor((total - 1) / LIMIT) * LIMIT);
  const position = shown === 0 ? `none of ${total}` : `${offset + 1}–${offset + shown} of ${total}`;
  return (
    <div className="pager">
      <button type="button" disabled={offset === 0} onClick={() => onMove(0)} aria-label="First page">
        «
      </button>
      <button type="button" disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - LIMIT))}>
        Previous
      </button>
      <span role="status">{position}</span>
      <button type="button" disabled={offset >= last} onClick={() => onMove(offset + LIMIT)}>
        Next
      </button>
      <button type="button" disabled={offset >= last} onClick={() => onMove(last)} aria-label="Last page">
        »
      </button>
    </div>
  );
}
