/** @returns the names of what went well */
export function smoke(
  clientPackage: Record<string, unknown>,
  service: { readonly url: string; readonly apiKey: string },
): Promise<string[]>;
