import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';

/** Express answers HEAD by what GET does; whoever only looks begins nothing and uses nothing up. */
export const isLook = ({ method }: EdgeRequest): boolean => method === 'HEAD';

/** To a page of ours. A code in the address must not be sent on as a referrer, nor kept by anybody. */
export function leadTo(response: Response, url: string, status = 303): void {
  response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  response.redirect(status, url);
}

/** RFC 7636 section 4.2; connections of platforms without PKCE leave it out. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
