import { ClientError, NetworkError, RateLimitError, UnauthorizedError } from "@metadata-service/client";

/** Returns advice for users about an error. */
function adviceFor(error: Error): string {
  if (error instanceof RateLimitError) return "The service is busy. Try again in a moment.";
  if (error instanceof UnauthorizedError) return "The API key of this application was rejected. Contact its operator.";
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
