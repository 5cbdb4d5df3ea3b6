/**
 * Calls a function with a value, or with the result of a promise. Unlike `await`, it calls the function immediately if
 * the value is known, which saves a promise for each step of most requests.
 */
export function continueWith<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
