import { BadRequestError } from "@metadata-service/client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client } from "./client.js";
import { newDraft, toItem } from "./draft.js";
import { ErrorMessage } from "./error-message.js";
import { ItemsFields } from "./items-fields.js";
import { Field, ProblemContext } from "./problem.js";
import { RecordView } from "./record-view.js";

const NAMESPACES = ["inspection", "analytics"] as const;

/** Creates a record; a 400 shows its message at the field that it names. */
export function RecordForm() {
  const [namespace, setNamespace] = useState<(typeof NAMESPACES)[number]>("inspection");
  const [uid, setUid] = useState("");
  const [items, setItems] = useState([newDraft()]);
  const create = useMutation({ mutationFn: () => client.createMetadata(namespace, { uid, items: items.map(toItem) }) });
  const problem = create.error instanceof BadRequestError ? create.error.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <div className="columns">
      <ProblemContext value={problem}>
        <form onSubmit={submit} noValidate>
          <div className="row">
            <Field place="uid" label="Record ID">
              {(props) => <input {...props} value={uid} onChange={(event) => setUid(event.target.value)} />}
            </Field>
            <Field place="namespace" label="Namespace">
              {(props) => (
                <select
                  {...props}
                  value={namespace}
                  onChange={(event) => setNamespace(event.target.value as typeof namespace)}
                >
                  {NAMESPACES.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <ItemsFields place="items" items={items} onChange={setItems} />
          {create.error && <ErrorMessage error={create.error} />}
          <button type="submit" className="primary" disabled={create.isPending}>
            {create.isPending ? "Creating …" : "Create record"}
          </button>
        </form>
      </ProblemContext>
      {create.data && <RecordView record={create.data.data} />}
    </div>
  );
}
