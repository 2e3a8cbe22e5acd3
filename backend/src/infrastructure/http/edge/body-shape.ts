import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import { RequestRefused } from '../errors/request-refused.ts';

/** Many times more than any of our forms sends. */
const DEPTH_MAX = 16;
const VALUES_MAX = 5_000;

/**
 * Refuses bodies that are too deep or have too many names. Validation is recursive and compares each name with all others. A body of one megabyte
 * can overflow the stack, or block the process for seconds.
 */
export function bodyShape() {
  return ({ body }: Request, _response: Response, next: NextFunction): void => {
    if (isPlain(body)) next();
    else next(new RequestRefused('request.too-large', SERVER_TEXT.bodyTooLarge));
  };
}

/** Walks level by level, so that no depth overflows the stack of this check itself. */
export function isPlain(body: unknown): boolean {
  let level: readonly unknown[] = [body];
  let valuesLeft = VALUES_MAX;
  for (let depth = 0; level.length > 0; depth++) {
    valuesLeft -= level.length;
    if (depth > DEPTH_MAX || valuesLeft < 0) return false;
    level = level.flatMap((value): readonly unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return true;
}
