import type { Request } from 'express';
import { browserName } from './browser-name.ts';
import { sessionCookieOf } from './cookies.ts';
import type { Browser } from './sessions.ts';

/** The browser that somebody signs in with. */
export const browserOf = (request: Request): Browser => ({
  name: browserName(request.headers['user-agent']),
  oldSession: sessionCookieOf(request),
});
