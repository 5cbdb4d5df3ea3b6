// #region call
/**
 * Sends the requests of the generated functions: adds the base URL and the key, and throws
 * if the status is not a success.
 */
export async function call<T>(path: string, init: RequestInit): Promise<T> {
  const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;
  const response = await fetch(baseUrl + path, {
    ...init,
    headers: { ...init.headers, apiKey },
  });
  const data = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${data.message}`);
  return { status: response.status, headers: response.headers, data } as T;
}
// #endregion
