import type { Exchange } from '../../http/exchange.ts';
import { textOf } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer, type Tokens } from '../../oauth/authorization-server.ts';
import { businessEnvelope, businessRefusal } from './business-refusal.ts';
import { businessIdOf } from './business-door.ts';

const BASE = '/open_api/v1.3/tt_user/oauth2';

/** Tokens of the API for Business. Requests and responses are JSON, and the code is called `auth_code`. */
export const businessTokenRoutes = (server: AuthorizationServer): readonly Route[] => [
  {
    method: 'POST',
    pattern: `${BASE}/token/`,
    run: (exchange) =>
      sendTokens(exchange, (field) => {
        const grant = { code: field('auth_code'), redirectUri: field('redirect_uri'), verifier: null };
        return server.redeem({ ...clientIn(field), ...grant });
      }),
  },
  {
    method: 'POST',
    pattern: `${BASE}/refresh_token/`,
    run: (exchange) =>
      sendTokens(exchange, (field) =>
        server.refresh({ ...clientIn(field), refreshToken: field('refresh_token') }),
      ),
  },
  {
    method: 'POST',
    pattern: `${BASE}/revoke/`,
    run: async (exchange) => {
      server.revokeToken(textOf((await exchange.json())?.['access_token']) ?? '');
      exchange.reply(200, businessEnvelope({}));
    },
  },
];

type Field = (name: string) => string;
const clientIn = (field: Field) => ({ clientId: field('client_id'), clientSecret: field('client_secret') });

async function sendTokens(exchange: Exchange, tokensFor: (field: Field) => Tokens): Promise<void> {
  const body = await exchange.json();
  try {
    const { accessToken, accessSeconds, refreshToken, refreshSeconds, holder } = tokensFor(
      (name) => textOf(body?.[name]) ?? '',
    );
    const tokens = { access_token: accessToken, refresh_token: refreshToken };
    const lifetimes = { expires_in: accessSeconds, refresh_token_expires_in: refreshSeconds };
    const owner = { open_id: businessIdOf(holder.account), scope: holder.scopes.join(',') };
    exchange.reply(200, businessEnvelope({ ...tokens, ...lifetimes, ...owner, token_type: 'Bearer' }));
  } catch (error) {
    if (error instanceof OAuthFault) throw businessRefusal(40_110, error.description);
    throw error;
  }
}
