import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import type { Request, Response } from 'express';
import { HOST_COOKIE, hostCookieOf } from '#infrastructure/http/session/host-cookies.ts';

const NEXT = '__Host-next';
const HOUR = 3_600_000;
const LONGEST = 128;
/** A path alone may be shorter than any cookie of ours. */
const MARK = 'next-page:';
const HOME = '/';

/**
 * Notes where whoever signs in wants to go (`?next=`), in their browser: each way to sign in ends there. Whatever might lead
 * to another site is not noted, and neither is what is too long. Whoever begins anew without a wish has none.
 */
export function keepNextPage(request: Request, response: Response): void {
  const page = ownPathOf(request.query['next']);
  const value = Buffer.from(`${MARK}${page ?? ''}`).toString('base64url');
  if (page !== null && value.length <= LONGEST)
    response.cookie(NEXT, value, { ...HOST_COOKIE, maxAge: HOUR });
  else forgetNextPage(request, response);
}

/** Where somebody goes who has just signed in. A page of ours, whatever stands in the cookie. */
export function nextPageOf(request: Request): string {
  const kept = hostCookieOf(request, NEXT);
  if (kept === null) return HOME;
  const text = Buffer.from(kept, 'base64url').toString();
  return (text.startsWith(MARK) ? ownPathOf(text.slice(MARK.length)) : null) ?? HOME;
}

export function forgetNextPage(request: Request, response: Response): void {
  if (hostCookieOf(request, NEXT) !== null) response.clearCookie(NEXT, HOST_COOKIE);
}

/** The same, once. */
export function takeNextPage(request: Request, response: Response): string {
  forgetNextPage(request, response);
  return nextPageOf(request);
}
