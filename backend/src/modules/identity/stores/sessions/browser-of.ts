import type { Request } from 'express';
import { browserName } from '#infrastructure/http/session/browser-name.ts';
import { sessionCookieOf } from './cookies.ts';
import type { Browser } from './sessions.ts';

/** Reads the name and the old session of the browser from a sign-in request. */
export const browserOf = (request: Request): Browser => ({
  name: browserName(request.headers['user-agent']),
  oldSession: sessionCookieOf(request),
});
