import { EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { RequestRefused } from '../errors/request-refused.ts';
import type { TokenHolder } from './token-reader.ts';

/**
 * The scope of a route opens the route. A call that also does something else, or reads data of another scope, needs that scope too.
 * @throws RequestRefused 403 `external.scope-missing`
 */
export function requireScope({ scopes }: Pick<TokenHolder, 'scopes'>, scope: ApiScope): void {
  if (!scopes.includes(scope))
    throw new RequestRefused('external.scope-missing', EXTERNAL_TEXT.scopeMissing(scope));
}
