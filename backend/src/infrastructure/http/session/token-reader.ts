import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';

/** The owner of the API token of a request, and the token's scopes. */
export type TokenHolder = Readonly<{ tokenId: string; userId: string; scopes: readonly ApiScope[] }>;

/** Finds the owner of a token. Null: it is unknown, or no longer valid. Bound by Identity; the edge calls it once per request. */
export abstract class TokenReader {
  abstract find(token: string): Promise<TokenHolder | null>;
  /** Returns the ids of those tokens that are still valid: for responses that stay open. */
  abstract openOf(holders: readonly Pick<TokenHolder, 'tokenId' | 'userId'>[]): Promise<ReadonlySet<string>>;
}
