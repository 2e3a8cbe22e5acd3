import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer, type Tokens } from '../../oauth/authorization-server.ts';

/** www.linkedin.com/oauth/v2: exchanges codes for tokens and, for approved partners, refresh tokens for tokens. */
export const tokenRoutes = (server: AuthorizationServer): readonly Route[] => [
  {
    method: 'POST',
    pattern: '/oauth/v2/accessToken',
    run: async (exchange) => {
      if (exchange.contentType !== 'application/x-www-form-urlencoded')
        throw fault('invalid_request', 'The body must be a form.');
      const form = new URLSearchParams(await exchange.text());
      try {
        exchange.reply(200, view(tokensFor(form, server)));
      } catch (error) {
        if (!(error instanceof OAuthFault)) throw error;
        throw fault(error.error, error.description);
      }
    },
  },
];

function tokensFor(form: URLSearchParams, server: AuthorizationServer): Tokens {
  const field = (name: string): string => form.get(name) ?? '';
  const client = { clientId: field('client_id'), clientSecret: field('client_secret') };
  switch (field('grant_type')) {
    case 'authorization_code': {
      const grant = { code: field('code'), redirectUri: field('redirect_uri'), verifier: null };
      return server.redeem({ ...client, ...grant });
    }
    case 'refresh_token':
      return server.refresh({ ...client, refreshToken: field('refresh_token') });
    default:
      throw new OAuthFault('unsupported_grant_type', `Unsupported grant_type ${field('grant_type')}`);
  }
}

const view = ({ accessToken, accessSeconds, refreshToken, refreshSeconds, holder }: Tokens): object => ({
  access_token: accessToken,
  expires_in: accessSeconds,
  ...(refreshToken !== null && { refresh_token: refreshToken, refresh_token_expires_in: refreshSeconds }),
  scope: holder.scopes.join(','),
  token_type: 'Bearer',
});

const fault = (error: string, description: string): Refusal =>
  new Refusal(error === 'invalid_client' ? 401 : 400, { error, error_description: description });
