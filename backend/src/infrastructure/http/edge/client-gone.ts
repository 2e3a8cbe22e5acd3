import type { Response } from 'express';

/** Aborts when the client has disconnected or has its answer. */
export function clientGone(response: Response, reason: () => Error): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort(reason());
  });
  return gone.signal;
}
