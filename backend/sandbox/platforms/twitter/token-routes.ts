import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer } from '../../oauth/authorization-server.ts';

/** The client credentials in `Authorization: Basic` (RFC 6749 section 2.3.1); empty when there are none. */
function basicClient(exchange: Exchange): Readonly<{ clientId: string; clientSecret: string }> {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(exchange.header('authorization') ?? '') ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return { clientId: decodePart(id), clientSecret: decodePart(secret) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** api.x.com/2/oauth2: a confidential client authenticates with HTTP Basic. */
export const tokenRoutes = (server: AuthorizationServer): readonly Route[] => [
  {
    method: 'POST',
    pattern: '/2/oauth2/token',
    run: async (exchange) => {
      const form = await formOf(exchange);
      try {
        exchange.reply(200, tokensFor(exchange, form, server));
      } catch (error) {
        throw error instanceof OAuthFault ? refusalOf(error, form.get('grant_type')) : error;
      }
    },
  },
  {
    method: 'POST',
    pattern: '/2/oauth2/revoke',
    run: async (exchange) => {
      const token = (await formOf(exchange)).get('token');
      if (basicClient(exchange).clientId === '' || token === null)
        throw refusal(400, 'invalid_request', 'Missing required parameter.');
      server.revokeToken(token);
      exchange.reply(200, { revoked: true });
    },
  },
];

const refusal = (status: number, error: string, error_description: string): Refusal =>
  new Refusal(status, { error, error_description });

async function formOf(exchange: Exchange): Promise<URLSearchParams> {
  if (exchange.contentType !== 'application/x-www-form-urlencoded')
    throw refusal(400, 'invalid_request', 'The body must be a form.');
  return new URLSearchParams(await exchange.text());
}

function tokensFor(exchange: Exchange, form: URLSearchParams, server: AuthorizationServer): object {
  const field = (name: string): string => form.get(name) ?? '';
  const client = basicClient(exchange);
  const tokens =
    field('grant_type') === 'authorization_code'
      ? server.redeem({
          ...client,
          code: field('code'),
          redirectUri: field('redirect_uri'),
          verifier: form.get('code_verifier'),
        })
      : field('grant_type') === 'refresh_token'
        ? server.refresh({ ...client, refreshToken: field('refresh_token') })
        : null;
  if (!tokens) throw new OAuthFault('unsupported_grant_type', 'Missing or unknown grant_type.');
  const { accessToken, accessSeconds, refreshToken, holder } = tokens;
  return {
    token_type: 'bearer',
    expires_in: accessSeconds,
    access_token: accessToken,
    scope: holder.scopes.join(' '),
    ...(holder.scopes.includes('offline.access') && { refresh_token: refreshToken }),
  };
}

/** Converts an error. X reports a refused code or token as an invalid request. */
function refusalOf({ error, description }: OAuthFault, grant: string | null): Refusal {
  if (error === 'invalid_client')
    return refusal(401, 'unauthorized_client', 'Missing valid authorization header');
  if (error !== 'invalid_grant') return refusal(400, error, description);
  const what = grant === 'refresh_token' ? 'token' : 'authorization code';
  return refusal(400, 'invalid_request', `Value passed for the ${what} was invalid.`);
}
