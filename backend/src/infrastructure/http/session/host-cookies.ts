import { DAY_MS } from '@posthorn/contracts/shared/durations';
import type { CookieOptions, Request, Response } from 'express';
import { newSecret } from '#infrastructure/vault/secrets.ts';

/** `__Host-`: the browser accepts such a cookie only from this host, over a secure connection, for all paths. */
export const HOST_COOKIE = {
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  path: '/',
} as const satisfies CookieOptions;

/** Identifies a browser before a sign-in: one value for all its running sign-ins and connections. */
const FLOW = '__Host-flow';
const FLOW_BYTES = 32;

export const flowCookieOf = (request: Request): string | null => hostCookieOf(request, FLOW);

/** Returns the browser's flow secret. Creates one if the browser has none. */
export function keepFlowCookie(request: Request, response: Response): string {
  const flow = flowCookieOf(request) ?? newSecret(FLOW_BYTES);
  response.cookie(FLOW, flow, { ...HOST_COOKIE, maxAge: DAY_MS });
  return flow;
}

/** Lets the cookie end after `milliseconds`, not immediately: a browser may send a callback twice, the second time after the first response. */
export function endFlowCookieSoon(request: Request, response: Response, milliseconds: number): void {
  const flow = flowCookieOf(request);
  if (flow !== null) response.cookie(FLOW, flow, { ...HOST_COOKIE, maxAge: milliseconds });
}

export function clearFlowCookie(response: Response): void {
  response.clearCookie(FLOW, HOST_COOKIE);
}

/** Our values are base64url and need no decoding. Any other value is not ours. */
export function hostCookieOf(request: Request, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[\w-]{16,128}$/.test(value)) return value;
  }
  return null;
}
