import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer, type Tokens } from '../../oauth/authorization-server.ts';

/** oauth2.googleapis.com: exchanges codes and refresh tokens for tokens, and revokes tokens. */
export const tokenRoutes = (server: AuthorizationServer): readonly Route[] => [
  {
    method: 'POST',
    pattern: '/token',
    run: async (exchange) => {
      const form = await formOf(exchange);
      try {
        exchange.reply(200, tokensFor(form, server));
      } catch (error) {
        if (!(error instanceof OAuthFault)) throw error;
        const { error: code, description } = error;
        throw new Refusal(code === 'invalid_client' ? 401 : 400, {
          error: code,
          error_description: description,
        });
      }
    },
  },
  {
    method: 'POST',
    pattern: '/revoke',
    run: async (exchange) => {
      const token = (await formOf(exchange)).get('token') ?? exchange.query.get('token');
      if (token === null) throw new Refusal(400, { error: 'invalid_request' });
      server.revokeToken(token);
      exchange.reply(200, {});
    },
  },
];

async function formOf(exchange: Exchange): Promise<URLSearchParams> {
  const body = await exchange.text();
  if (body !== '' && exchange.contentType !== 'application/x-www-form-urlencoded')
    throw new Refusal(400, { error: 'invalid_request', error_description: 'The body must be a form.' });
  return new URLSearchParams(body);
}

function tokensFor(form: URLSearchParams, server: AuthorizationServer): object {
  const field = (name: string): string => form.get(name) ?? '';
  const client = { clientId: field('client_id'), clientSecret: field('client_secret') };
  switch (field('grant_type')) {
    case 'authorization_code': {
      const redirectUri = field('redirect_uri');
      const grant = { code: field('code'), redirectUri, verifier: form.get('code_verifier') };
      const tokens = server.redeem({ ...client, ...grant });
      return { ...view(tokens), refresh_token: tokens.refreshToken };
    }
    case 'refresh_token':
      // Google's response to a refresh contains no refresh token.
      return view(server.refresh({ ...client, refreshToken: field('refresh_token') }));
    default:
      throw new OAuthFault('unsupported_grant_type', `Invalid grant_type: ${field('grant_type')}`);
  }
}

const view = ({ accessToken, accessSeconds, holder }: Tokens): object => ({
  access_token: accessToken,
  expires_in: accessSeconds,
  scope: holder.scopes.join(' '),
  token_type: 'Bearer',
});
