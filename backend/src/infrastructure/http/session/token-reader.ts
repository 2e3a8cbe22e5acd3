import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';

/** Who sends a request with an API token, and what that token opens. */
export type TokenHolder = Readonly<{ tokenId: string; userId: string; scopes: readonly ApiScope[] }>;

/** Says whose token this is; null: nobody's, or it opens nothing any more. Bound by Identity; the edge asks it once per request. */
export abstract class TokenReader {
  abstract find(token: string): Promise<TokenHolder | null>;
  /** Which of these tokens still open something: for answers that last. */
  abstract openOf(holders: readonly Pick<TokenHolder, 'tokenId' | 'userId'>[]): Promise<ReadonlySet<string>>;
}
