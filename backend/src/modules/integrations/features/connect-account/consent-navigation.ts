import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';

/** Express answers HEAD with the GET handler. A HEAD request must start nothing and use nothing up. */
export const isHeadRequest = ({ method }: EdgeRequest): boolean => method === 'HEAD';

/** Redirects to one of our pages. A code in the address must not be sent as a referrer or cached. */
export function redirectTo(response: Response, url: string, status = 303): void {
  response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  response.redirect(status, url);
}

/** RFC 7636 section 4.2; platforms without PKCE omit it. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
