import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import { RequestRefused } from '../errors/request-refused.ts';

/** Pages of people: what nobody has is answered there as any other unknown address. */
const PEOPLE = /^\/u\//i;

/** `/%ff` names nothing that can be read as text, and the router has words of its own for that. Stands behind the web app. */
export function undecodablePaths() {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path } = request;
    if (isReadable(path)) next();
    else if (PEOPLE.test(path)) {
      request.url = asLetters(path) + request.url.slice(path.length);
      next();
    } else next(new RequestRefused('request.address-not-valid', SERVER_TEXT.addressNotValid));
  };
}

/** With the letters themselves where they stand for nothing. */
const asLetters = (path: string): string =>
  path
    .split('/')
    .map((part) => (isReadable(part) ? part : encodeURIComponent(part)))
    .join('/');

const isReadable = (path: string): boolean => decoded(path) !== null;

/** What it says is used: a bundler takes a call out that nobody needs the value of, and with it what it throws. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
