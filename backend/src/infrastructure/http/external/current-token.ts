import { EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from '../edge-request.ts';
import { RequestRefused } from '../request-refused.ts';
import type { TokenHolder } from './token-reader.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer' } as const;

/** The same for unknown, revoked and expired. */
export const tokenNotValid = (): RequestRefused =>
  new RequestRefused(401, 'external.token-not-valid', EXTERNAL_TEXT.tokenNotValid, CHALLENGE);

/** Whose token a request came with; 401 without one. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext): TokenHolder => {
  const { tokenHolder } = context.switchToHttp().getRequest<EdgeRequest>();
  if (!tokenHolder) throw tokenNotValid();
  return tokenHolder;
});
