import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import type { Request, Response } from 'express';
import { HOST_COOKIE, hostCookieOf } from '#infrastructure/http/session/host-cookies.ts';

const SESSION = '__Host-session';

export const sessionCookieOf = (request: Request): string | null => hostCookieOf(request, SESSION);

export function setSessionCookie(response: Response, token: string): void {
  response.cookie(SESSION, token, { ...HOST_COOKIE, maxAge: SIGN_IN.sessionDays * DAY_MS });
}

export function clearSessionCookie(response: Response): void {
  response.clearCookie(SESSION, HOST_COOKIE);
}
