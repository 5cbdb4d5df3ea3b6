import { type Draft, type DraftValue, type ItemType, isArray, isNested, newDraft, newValue, TYPES } from "./draft.js";
import { Field } from "./problem.js";
import { ValueInput } from "./value-input.js";

interface ItemsProps {
  place: string;
  items: Draft[];
  onChange: (items: Draft[]) => void;
}

/** The items of a record, or those in an item. */
export function ItemsFields({ place, items, onChange }: ItemsProps) {
  const replace = (at: number, item: Draft) => onChange(items.with(at, item));
  return (
    <fieldset className="items">
      <legend>Items</legend>
      {items.map((item, i) => (
        <ItemFields
          key={item.id}
          place={`${place}[${i}]`}
          item={item}
          onChange={(changed) => replace(i, changed)}
          onRemove={() => onChange(items.toSpliced(i, 1))}
        />
      ))}
      <button type="button" onClick={() => onChange([...items, newDraft()])}>
        + Add item
      </button>
    </fieldset>
  );
}

interface ItemProps {
  place: string;
  item: Draft;
  onChange: (item: Draft) => void;
  onRemove: () => void;
}

function ItemFields({ place, item, onChange, onRemove }: ItemProps) {
  // Values of another type would be invalid.
  const changeType = (type: ItemType) => onChange({ ...newDraft(type), id: item.id, key: item.key });
  return (
    <div className="item">
      <div className="row">
        <Field place={`${place}.key`} label="Key">
          {(props) => (
            <input {...props} value={item.key} onChange={(event) => onChange({ ...item, key: event.target.value })} />
          )}
        </Field>
        <Field place={`${place}.type`} label="Type">
          {(props) => (
            <select {...props} value={item.type} onChange={(event) => changeType(event.target.value as ItemType)}>
              {TYPES.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          )}
        </Field>
        {!isNested(item.type) && !isArray(item.type) && <Values place={place} item={item} onChange={onChange} />}
        <button type="button" className="remove" aria-label={`Remove ${item.key || "item"}`} onClick={onRemove}>
          ×
        </button>
      </div>
      {isArray(item.type) && <Values place={place} item={item} onChange={onChange} />}
      {isNested(item.type) && (
        <ItemsFields place={`${place}.value`} items={item.items} onChange={(items) => onChange({ ...item, items })} />
      )}
    </div>
  );
}

function Values({ place, item, onChange }: Omit<ItemProps, "onRemove">) {
  const { type, values } = item;
  const change = (next: DraftValue[]) => onChange({ ...item, values: next });
  if (!isArray(type)) {
    const [value = newValue(type)] = values;
    return (
      <Field place={`${place}.value`} label="Value">
        {(props) => (
          <ValueInput {...props} type={type} value={value.text} onChange={(text) => change([{ ...value, text }])} />
        )}
      </Field>
    );
  }
  return (
    <div className="row values">
      {values.map((value, i) => (
        <Field key={value.id} place={`${place}.value[${i}]`} label={`Value ${i + 1}`}>
          {(props) => (
            <ValueInput
              {...props}
              type={type.replace("-array", "")}
              value={value.text}
              onChange={(text) => change(values.with(i, { ...value, text }))}
            />
          )}
        </Field>
      ))}
      <button type="button" onClick={() => change([...values, newValue(type)])}>
        + Value
      </button>
      <button type="button" disabled={values.length === 0} onClick={() => change(values.slice(0, -1))}>
        − Value
      </button>
    </div>
  );
}
