import { ClientError, NetworkError, RateLimitError, UnauthorizedError } from "@metadata-service/client";

/** What a user can do about an error. The request ID helps support to find the request. */
function adviceFor(error: Error): string {
  if (error instanceof RateLimitError) return "The service is busy. Try again in a moment.";
  if (error instanceof UnauthorizedError)
    return "The API key of this application is not accepted. Ask the person who runs it.";
  if (error instanceof NetworkError) return "The service cannot be reached. Check your connection.";
  return error.message;
}

export function ErrorMessage({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const requestId = error instanceof ClientError ? error.requestId : undefined;
  return (
    <div className="error" role="alert">
      <p>{adviceFor(error)}</p>
      {requestId && <small>Request {requestId}</small>}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
