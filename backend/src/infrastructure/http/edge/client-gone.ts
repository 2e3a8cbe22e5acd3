import type { Response } from 'express';

/** Returns a signal that aborts when the client has disconnected or has received its response. */
export function clientGone(response: Response, reason: () => Error): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort(reason());
  });
  return gone.signal;
}
