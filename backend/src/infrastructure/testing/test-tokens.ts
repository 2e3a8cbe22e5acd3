import { API_SCOPES, type ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { Global, Module } from '@nestjs/common';
import { newApiToken } from '#infrastructure/http/session/token-format.ts';
import { TokenReader, type TokenHolder } from '#infrastructure/http/session/token-reader.ts';

const known = new Map<string, TokenHolder>();

/** A token that opens `/api/external` for a user, where `TestTokens` is among the modules. Its id: `token-of-{userId}`. */
export function tokenOf(userId: string, scopes: readonly ApiScope[] = API_SCOPES): string {
  const token = newApiToken();
  known.set(token, { tokenId: `token-of-${userId}`, userId, scopes });
  return token;
}

/** From now on this user’s tokens are refused. */
export function endTokensOf(userId: string): void {
  for (const [token, holder] of known) if (holder.userId === userId) known.delete(token);
}

class KnownTokens extends TokenReader {
  override find(token: string): Promise<TokenHolder | null> {
    return Promise.resolve(known.get(token) ?? null);
  }

  override openOf(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set([...known.values()].map(({ tokenId }) => tokenId)));
  }
}

/** Replaces Identity’s tokens. */
@Global()
@Module({ providers: [{ provide: TokenReader, useClass: KnownTokens }], exports: [TokenReader] })
export class TestTokens {}
