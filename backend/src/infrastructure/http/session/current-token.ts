import { EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.ts';
import { RequestRefused } from '../errors/request-refused.ts';
import type { TokenHolder, TokenReader } from './token-reader.ts';

const CHALLENGE = { 'www-authenticate': 'Bearer' } as const;

/** The same for unknown, revoked and expired. */
export const tokenNotValid = (): RequestRefused =>
  new RequestRefused('external.token-not-valid', EXTERNAL_TEXT.tokenNotValid, CHALLENGE);

/**
 * Asked once more before something is done, where it took its sender's time to get there: from the answer to its deletion on a token does
 * nothing.
 * @throws RequestRefused 401
 */
export async function checkStillOpen(reader: TokenReader, holder: TokenHolder): Promise<void> {
  if (!(await reader.openOf([holder])).has(holder.tokenId)) throw tokenNotValid();
}

/** Whose token a request came with; 401 without one. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext): TokenHolder => {
  const { tokenHolder } = context.switchToHttp().getRequest<EdgeRequest>();
  if (!tokenHolder) throw tokenNotValid();
  return tokenHolder;
});
