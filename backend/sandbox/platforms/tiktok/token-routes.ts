import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer, type Tokens } from '../../oauth/authorization-server.ts';
import { openIdOf } from './creators.ts';
import { oauthRefusal } from './tiktok-refusal.ts';

/** Login Kit: exchanges codes, refreshes tokens and revokes them. */
export function tokenRoutes(server: AuthorizationServer): readonly Route[] {
  return [
    { method: 'POST', pattern: '/v2/oauth/token/', run: (exchange) => answerToken(exchange, server) },
    { method: 'POST', pattern: '/v2/oauth/revoke/', run: (exchange) => revoke(exchange, server) },
  ];
}

async function formOf(exchange: Exchange): Promise<URLSearchParams> {
  if (exchange.contentType !== 'application/x-www-form-urlencoded')
    throw oauthRefusal('invalid_request', 'Only `application/x-www-form-urlencoded` is supported.');
  return new URLSearchParams(await exchange.text());
}

async function answerToken(exchange: Exchange, server: AuthorizationServer): Promise<void> {
  const form = await formOf(exchange);
  const { accessToken, accessSeconds, refreshToken, refreshSeconds, holder } = tokensFor(form, server);
  exchange.reply(200, {
    access_token: accessToken,
    expires_in: accessSeconds,
    open_id: openIdOf(holder.account),
    refresh_expires_in: refreshSeconds,
    refresh_token: refreshToken,
    scope: holder.scopes.join(','),
    token_type: 'Bearer',
  });
}

function tokensFor(form: URLSearchParams, server: AuthorizationServer): Tokens {
  const field = (name: string): string => form.get(name) ?? '';
  const client = { clientId: field('client_key'), clientSecret: field('client_secret') };
  try {
    switch (field('grant_type')) {
      case 'authorization_code':
        return server.redeem({
          ...client,
          code: field('code'),
          redirectUri: field('redirect_uri'),
          verifier: form.get('code_verifier'),
        });
      case 'refresh_token':
        return server.refresh({ ...client, refreshToken: field('refresh_token') });
      default:
        throw new OAuthFault('unsupported_grant_type', 'The grant type is not supported.');
    }
  } catch (error) {
    if (error instanceof OAuthFault) throw oauthRefusal(error.error, error.description);
    throw error;
  }
}

async function revoke(exchange: Exchange, server: AuthorizationServer): Promise<void> {
  const form = await formOf(exchange);
  server.revokeToken(form.get('token') ?? '');
  exchange.reply(200, {});
}
