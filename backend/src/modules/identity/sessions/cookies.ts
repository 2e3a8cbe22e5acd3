import type { Request, Response } from 'express';
import { clearFlowCookie, HOST_COOKIE, hostCookieOf } from '#infrastructure/http/host-cookies.ts';

const SESSION = '__Host-session';
const DAY = 86_400_000;
export const SESSION_DAYS = 90;

export const sessionCookieOf = (request: Request): string | null => hostCookieOf(request, SESSION);

/** The flow has reached its end with the new session. */
export function setSessionCookie(response: Response, token: string): void {
  response.cookie(SESSION, token, { ...HOST_COOKIE, maxAge: SESSION_DAYS * DAY });
  clearFlowCookie(response);
}

export function clearSessionCookie(response: Response): void {
  response.clearCookie(SESSION, HOST_COOKIE);
}
