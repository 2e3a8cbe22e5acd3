import { EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.ts';
import { RequestRefused } from '../errors/request-refused.ts';
import type { TokenHolder, TokenReader } from './token-reader.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer' } as const;

/** The response is the same for unknown, revoked and expired tokens. */
export const tokenNotValid = (): RequestRefused =>
  new RequestRefused('external.token-not-valid', EXTERNAL_TEXT.tokenNotValid, CHALLENGE);

/**
 * Checks the token again before an action whose request took long to arrive. After the response to its deletion, a token must have no effect.
 * @throws RequestRefused 401
 */
export async function checkStillOpen(reader: TokenReader, holder: TokenHolder): Promise<void> {
  if (!(await reader.openOf([holder])).has(holder.tokenId)) throw tokenNotValid();
}

/** The token of a request with its owner; 401 without one. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext): TokenHolder => {
  const { tokenHolder } = context.switchToHttp().getRequest<EdgeRequest>();
  if (!tokenHolder) throw tokenNotValid();
  return tokenHolder;
});
