import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';

/**
 * Express handles HEAD requests with the GET handler. But a HEAD request must not start a consent or redeem a
 * callback.
 */
export const isHeadRequest = ({ method }: EdgeRequest): boolean => method === 'HEAD';

/**
 * Redirects to one of our pages. The URL of this request may contain a code, which must not be cached or
 * sent as a referrer.
 */
export function redirectTo(response: Response, url: string, status = 303): void {
  response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  response.redirect(status, url);
}

/** The PKCE challenge (RFC 7636 section 4.2). Connectors of platforms without PKCE do not send it. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
