import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import type { Request, Response } from 'express';
import { HOST_COOKIE, hostCookieOf } from '#infrastructure/http/session/host-cookies.ts';

const NEXT = '__Host-next';
const LENGTH_MAX = 128;
/** A prefix that makes the value long enough: `hostCookieOf` rejects values under 16 characters. */
const PREFIX = 'next-page:';
const HOME = '/posts';

/**
 * Stores the page to open after the sign-in (`?next=`) in a cookie, for all ways to sign in. Does not store paths that are too long or that
 * might lead to another site. Without `next`, deletes the cookie of an earlier sign-in.
 */
export function keepNextPage(request: Request, response: Response): void {
  const page = ownPathOf(request.query['next']);
  const value = Buffer.from(`${PREFIX}${page ?? ''}`).toString('base64url');
  if (page !== null && value.length <= LENGTH_MAX)
    response.cookie(NEXT, value, { ...HOST_COOKIE, maxAge: HOUR_MS });
  else forgetNextPage(request, response);
}

/** Returns the page to open after the sign-in. This is always one of our pages, whatever the cookie contains. */
export function nextPageOf(request: Request): string {
  const cookie = hostCookieOf(request, NEXT);
  if (cookie === null) return HOME;
  const text = Buffer.from(cookie, 'base64url').toString();
  return (text.startsWith(PREFIX) ? ownPathOf(text.slice(PREFIX.length)) : null) ?? HOME;
}

export function forgetNextPage(request: Request, response: Response): void {
  if (hostCookieOf(request, NEXT) !== null) response.clearCookie(NEXT, HOST_COOKIE);
}

/** Returns the page to open after the sign-in, and deletes the cookie. */
export function takeNextPage(request: Request, response: Response): string {
  forgetNextPage(request, response);
  return nextPageOf(request);
}
