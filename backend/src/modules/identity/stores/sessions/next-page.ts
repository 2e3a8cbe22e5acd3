import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import type { Request, Response } from 'express';
import { HOST_COOKIE, hostCookieOf } from '#infrastructure/http/session/host-cookies.ts';

const NEXT = '__Host-next';
const HOUR = 3_600_000;
const LONGEST = 128;
/** A prefix, because `hostCookieOf` rejects values under 16 characters and a path alone may be shorter. */
const MARK = 'next-page:';
const HOME = '/posts';

/**
 * Stores the page to open after the sign-in (`?next=`) in a cookie. Every way to sign in leads there. Paths that might lead to another
 * site, or are too long, are not stored. A new sign-in without `next` clears it.
 */
export function keepNextPage(request: Request, response: Response): void {
  const page = ownPathOf(request.query['next']);
  const value = Buffer.from(`${MARK}${page ?? ''}`).toString('base64url');
  if (page !== null && value.length <= LONGEST)
    response.cookie(NEXT, value, { ...HOST_COOKIE, maxAge: HOUR });
  else forgetNextPage(request, response);
}

/** The page to open after the sign-in. Always one of our pages, whatever the cookie contains. */
export function nextPageOf(request: Request): string {
  const kept = hostCookieOf(request, NEXT);
  if (kept === null) return HOME;
  const text = Buffer.from(kept, 'base64url').toString();
  return (text.startsWith(MARK) ? ownPathOf(text.slice(MARK.length)) : null) ?? HOME;
}

export function forgetNextPage(request: Request, response: Response): void {
  if (hostCookieOf(request, NEXT) !== null) response.clearCookie(NEXT, HOST_COOKIE);
}

/** Returns the same page and deletes the cookie. */
export function takeNextPage(request: Request, response: Response): string {
  forgetNextPage(request, response);
  return nextPageOf(request);
}
