import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { SetMetadata } from '@nestjs/common';

export const TOKEN_ROUTE = 'posthorn:token-route';
export type TokenRoute = Readonly<{ scope: ApiScope | null }>;

/** For routes below `/api/external`: only an API token with this scope opens it. Null: any token. */
export const OpenedByToken = (scope: ApiScope | null) =>
  SetMetadata(TOKEN_ROUTE, { scope } satisfies TokenRoute);
