import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RequestNotValid } from '../errors/request-refused.ts';

const KEY = /^[\x21-\x7e]{1,200}$/u;

/**
 * The Idempotency-Key of a request, null without one.
 * @throws RequestNotValid when it is too long or has characters other than visible ASCII
 */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const key = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new RequestNotValid({ 'idempotency-key': POST_TEXT.keyNotValid });
  return key;
});
