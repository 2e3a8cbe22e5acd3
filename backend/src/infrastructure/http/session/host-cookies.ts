import type { CookieOptions, Request, Response } from 'express';
import { newSecret } from '#infrastructure/vault/secrets.ts';

/** `__Host-`: the browser takes such a cookie from this very host only, over a secure connection, for all paths. */
export const HOST_COOKIE = {
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  path: '/',
} as const satisfies CookieOptions;

/** Recognises a browser before anybody is signed in: one value for all sign-ins and connections it has under way. */
const FLOW = '__Host-flow';
const FLOW_BYTES = 32;
const DAY = 86_400_000;

export const flowCookieOf = (request: Request): string | null => hostCookieOf(request, FLOW);

/** The browser's flow secret, made when it has none. */
export function keepFlowCookie(request: Request, response: Response): string {
  const flow = flowCookieOf(request) ?? newSecret(FLOW_BYTES);
  response.cookie(FLOW, flow, { ...HOST_COOKIE, maxAge: DAY });
  return flow;
}

/** For a callback that the browser has sent twice: the second may leave it after the first was answered. */
export function endFlowCookieSoon(request: Request, response: Response, milliseconds: number): void {
  const flow = flowCookieOf(request);
  if (flow !== null) response.cookie(FLOW, flow, { ...HOST_COOKIE, maxAge: milliseconds });
}

export function clearFlowCookie(response: Response): void {
  response.clearCookie(FLOW, HOST_COOKIE);
}

/** Our values are base64url, so nothing needs decoding; anything else is none of ours. */
export function hostCookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[\w-]{16,128}$/.test(value)) return value;
  }
  return null;
}
