import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer, type Tokens } from '../../oauth/authorization-server.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { badToken, invalid, refusal } from './pinterest-refusal.ts';

/** Exchanges codes and refresh tokens for tokens; it accepts client credentials only as HTTP Basic. */
export const tokenRoutes = (context: SandboxContext, server: AuthorizationServer): readonly Route[] => [
  {
    method: 'POST',
    pattern: '/v5/oauth/token',
    run: async (exchange) => {
      if (exchange.contentType !== 'application/x-www-form-urlencoded')
        throw invalid('The content type must be application/x-www-form-urlencoded.');
      const form = new URLSearchParams(await exchange.text());
      try {
        exchange.reply(200, view(tokensFor(form, clientOf(exchange), server), form, context.now()));
      } catch (error) {
        if (!(error instanceof OAuthFault)) throw error;
        if (error.error === 'invalid_client') throw badToken();
        if (error.error === 'unsupported_grant_type') throw invalid(error.description);
        throw refusal(401, 283, 'The authorization grant is invalid');
      }
    },
  },
];

type Client = Readonly<{ clientId: string; clientSecret: string }>;

function clientOf(exchange: Exchange): Client {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(exchange.header('authorization') ?? '') ?? [];
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return { clientId, clientSecret };
}

function tokensFor(form: URLSearchParams, client: Client, server: AuthorizationServer): Tokens {
  const field = (name: string): string => form.get(name) ?? '';
  switch (field('grant_type')) {
    case 'authorization_code':
      return server.redeem({
        ...client,
        code: field('code'),
        redirectUri: field('redirect_uri'),
        verifier: null,
      });
    case 'refresh_token':
      return server.refresh({ ...client, refreshToken: field('refresh_token') });
    default:
      throw new OAuthFault('unsupported_grant_type', 'grant_type is not supported.');
  }
}

const view = (
  { accessToken, accessSeconds, refreshToken, refreshSeconds, holder }: Tokens,
  form: URLSearchParams,
  now: number,
): object => ({
  access_token: accessToken,
  token_type: 'bearer',
  expires_in: accessSeconds,
  refresh_token: refreshToken,
  refresh_token_expires_in: refreshSeconds,
  refresh_token_expires_at: Math.floor(now / 1000) + (refreshSeconds ?? 0),
  scope: holder.scopes.join(' '),
  response_type: form.get('grant_type'),
});
