import type { Metadata, MetadataItem } from "@metadata-service/client";

/** Shows a stored record, with files as images. */
export function RecordView({ record }: { record: Metadata }) {
  return (
    <article aria-label={`Record ${record.uid}`}>
      <h2>{record.uid}</h2>
      <p className="stored">
        Stored on {new Date(record.createdDate).toLocaleString("en-GB", { timeZone: "UTC" })} UTC
      </p>
      <Items items={record.items} />
    </article>
  );
}

function Items({ items }: { items: readonly MetadataItem[] }) {
  return (
    <dl>
      {withIds(items).map(({ id, item }) => (
        <div key={id}>
          <dt>{item.key}</dt>
          <dd>
            <Value item={item} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Gives each item an ID: its key, numbered because keys may repeat. */
function withIds(items: readonly MetadataItem[]) {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const count = (counts.get(item.key) ?? 0) + 1;
    counts.set(item.key, count);
    return { id: `${item.key}#${count}`, item };
  });
}

/** The type of `value` depends on `type`; TypeScript knows it in each branch. */
function Value({ item }: { item: MetadataItem }) {
  switch (item.type) {
    case "file":
      return <img src={item.value} alt={item.key} />;
    case "object":
      return <Items items={item.value} />;
    case "object-array":
      return <Items items={item.value.flat()} />;
    case "boolean":
      return item.value ? "yes" : "no";
    case "datetime":
      return <time dateTime={item.value}>{new Date(item.value).toLocaleString("en-GB")}</time>;
    case "boolean-array":
      return item.value.map((value) => (value ? "yes" : "no")).join(", ");
    case "string-array":
    case "number-array":
    case "date-array":
    case "datetime-array":
      return item.value.join(", ");
    default:
      return String(item.value);
  }
}
