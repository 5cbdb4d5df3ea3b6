/** A name without case and separators: `serviceName` in a path may be `service_name` in a body. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
