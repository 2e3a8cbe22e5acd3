import type { CookieOptions, Request, Response } from 'express';

/** `__Host-`: the browser takes it from this very host only, over a secure connection, for all paths. */
const SESSION = '__Host-session';
/** Ties a sign-in link to the browser that asked for it. */
const FLOW = '__Host-flow';

const FLAGS = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const satisfies CookieOptions;
const DAY = 86_400_000;
export const SESSION_DAYS = 90;

export const sessionCookieOf = (request: Request): string | null => cookie(request, SESSION);
export const flowCookieOf = (request: Request): string | null => cookie(request, FLOW);

export function setFlowCookie(response: Response, flow: string): void {
  response.cookie(FLOW, flow, { ...FLAGS, maxAge: DAY });
}

/** The flow has reached its end with the new session. */
export function setSessionCookie(response: Response, token: string): void {
  response.cookie(SESSION, token, { ...FLAGS, maxAge: SESSION_DAYS * DAY });
  response.clearCookie(FLOW, FLAGS);
}

export function clearSessionCookie(response: Response): void {
  response.clearCookie(SESSION, FLAGS);
}

/** Our values are base64url, so nothing needs decoding; anything else is none of ours. */
function cookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[\w-]{16,128}$/.test(value)) return value;
  }
  return null;
}
