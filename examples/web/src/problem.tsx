import { createContext, type ReactNode, use, useId } from "react";

/** The message of the last 400, such as `items[2].value must be a number`. */
export const ProblemContext = createContext<string | undefined>(undefined);

interface FieldProps {
  /** The place of the field in the request: `items[2].value`. */
  place: string;
  label: string;
  children: (props: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }) => ReactNode;
}

/** A labelled input, with the message of the service if it is about this one. */
export function Field({ place, label, children }: FieldProps) {
  const id = useId();
  const problem = use(ProblemContext);
  const isWrong = problem?.startsWith(`${place} `) ?? false;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": isWrong, "aria-describedby": isWrong ? `${id}-problem` : undefined })}
      {isWrong && (
        <small id={`${id}-problem`} className="problem">
          {problem?.slice(place.length + 1)}
        </small>
      )}
    </div>
  );
}
