import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import { RequestRefused } from '../errors/request-refused.ts';

/** Link pages: an undecodable handle gets the same response as any unknown one. */
const LINK_PAGES = /^\/u\//i;

/** Handles paths such as `/%ff`, which decode to no text. The router’s own error would not have our format. Use it after the web app. */
export function undecodablePaths() {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path } = request;
    if (isReadable(path)) next();
    else if (LINK_PAGES.test(path)) {
      request.url = asLetters(path) + request.url.slice(path.length);
      next();
    } else next(new RequestRefused('request.address-not-valid', SERVER_TEXT.addressNotValid));
  };
}

/** Returns the path with broken escapes as plain letters. */
const asLetters = (path: string): string =>
  path
    .split('/')
    .map((part) => (isReadable(part) ? part : encodeURIComponent(part)))
    .join('/');

const isReadable = (path: string): boolean => decoded(path) !== null;

/** The result must be used: a bundler removes a call whose value is unused, and then no error is thrown. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
