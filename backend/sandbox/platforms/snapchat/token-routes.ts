import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { OAuthFault, type AuthorizationServer } from '../../oauth/authorization-server.ts';

/** accounts.snapchat.com: exchanges codes and refresh tokens for tokens. The client credentials are fields of the form. */
export const tokenRoutes = (server: AuthorizationServer): readonly Route[] => [
  {
    method: 'POST',
    pattern: '/login/oauth2/access_token',
    run: async (exchange) => {
      const body = await exchange.text();
      try {
        if (exchange.contentType !== 'application/x-www-form-urlencoded')
          throw new OAuthFault('invalid_request', 'The body must be a form.');
        exchange.reply(200, tokensFor(new URLSearchParams(body), server));
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
];

function tokensFor(form: URLSearchParams, server: AuthorizationServer): object {
  const field = (name: string): string => form.get(name) ?? '';
  const client = { clientId: field('client_id'), clientSecret: field('client_secret') };
  switch (field('grant_type')) {
    case 'authorization_code': {
      const redirectUri = field('redirect_uri');
      return view(server.redeem({ ...client, code: field('code'), redirectUri, verifier: null }));
    }
    case 'refresh_token':
      return view(server.refresh({ ...client, refreshToken: field('refresh_token') }));
    default:
      throw new OAuthFault('unsupported_grant_type', 'Unknown grant_type.');
  }
}

const view = ({
  accessToken,
  accessSeconds,
  refreshToken,
  holder,
}: ReturnType<AuthorizationServer['issue']>): object => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_in: accessSeconds,
  token_type: 'Bearer',
  scope: holder.scopes.join(' '),
});
