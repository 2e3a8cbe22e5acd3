import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { SetMetadata } from '@nestjs/common';

export const TOKEN_ROUTE = 'posthorn:token-route';
export type TokenRoute = Readonly<{ scope: ApiScope | null }>;

/** Below `/api/external`: opened by an API token with this scope, and by nothing else. Null: any token. */
export const OpenedByToken = (scope: ApiScope | null) =>
  SetMetadata(TOKEN_ROUTE, { scope } satisfies TokenRoute);
