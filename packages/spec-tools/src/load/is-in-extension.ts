interface Problem {
  readonly message: string;
  readonly location: readonly { readonly pointer?: string | undefined }[];
}

/** Whether a problem is a reference that leads nowhere inside an `x-…` field, in which anything is allowed. */
export const isInExtension = ({ message, location: [at] }: Problem): boolean =>
  message.startsWith("Can't resolve $ref") && /\/x-[^/]*(?:\/|$)/.test(at?.pointer ?? "");
