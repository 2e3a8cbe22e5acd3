import type { Response } from 'express';

/** Runs `work` just before the headers are sent. Node calls `writeHead` last, also when a handler streams its reply. */
export function beforeHeaders(response: Response, work: () => void): void {
  const original = response.writeHead.bind(response) as (...args: unknown[]) => Response;
  response.writeHead = (...args: unknown[]) => {
    if (!response.headersSent) work();
    return original(...args);
  };
}
