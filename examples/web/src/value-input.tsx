interface ValueProps {
  id: string;
  type: string;
  value: string;
  onChange: (value: string) => void;
}

const INPUTS: Record<string, { type: string; step?: string; placeholder?: string }> = {
  number: { type: "number", step: "any" },
  date: { type: "date" },
  datetime: { type: "datetime-local" },
  file: { type: "text", placeholder: "ID of an uploaded file" },
};

/** The input for a simple value. */
export function ValueInput({ type, value, onChange, ...props }: ValueProps) {
  if (type !== "boolean")
    return <input {...props} {...INPUTS[type]} value={value} onChange={(event) => onChange(event.target.value)} />;
  return (
    <select {...props} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="true">yes</option>
      <option value="false">no</option>
    </select>
  );
}
