import type { Response } from 'express';

/** Ends when whoever asked has gone, or has been answered. */
export function clientGone(response: Response, reason: () => Error): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort(reason());
  });
  return gone.signal;
}
