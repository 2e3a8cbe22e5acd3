import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AppKeys, PlatformApp } from '#infrastructure/config/platform-apps.ts';
import type { RemoteAccount } from '../contract/connector.ts';
import { ConsentFailed } from './oauth/consent-failures.ts';
import type { AuthorizeRequest, OAuthConnection } from '../contract/oauth-connection.ts';
import { redeemCode, type TokenReply } from './oauth/token-endpoint.ts';
import { TokenRefused } from './oauth/with-token.ts';
import { tokenRequest, type OAuthApp } from './oauth-app.ts';
import { PlatformError } from './platform-error.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * The URL of the page on which people give their consent (RFC 6749 section 4.1.1). Keeps the parameters of the configured
 * URL.
 * @param separator between scopes
 * @param extra fields to add to the standard fields, or to replace them; null leaves a standard field out
 */
export function buildAuthorizeUrl(
  { authorizeUrl, keys, scopes }: PlatformApp,
  { state, redirectUri }: AuthorizeRequest,
  separator: ' ' | ',',
  extra: Readonly<Record<string, string | null>> = {},
): string {
  const url = new URL(authorizeUrl);
  const query: Readonly<Record<string, string | null>> = {
    client_id: keys?.id ?? '',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(separator),
    state,
    ...extra,
  };
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** Proof Key for Code Exchange: RFC 7636. */
export const pkce = ({ challenge }: AuthorizeRequest): Fields => ({
  code_challenge: challenge,
  code_challenge_method: 'S256',
});

/** Runs the first request with a new token. @throws ConsentFailed when the platform refuses the request, and other errors of `request` */
export async function failConsentOnRefusal<Result>(
  title: string,
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof TokenRefused || error instanceof PlatformError)
      throw new ConsentFailed(title, error.platformMessage);
    throw error;
  }
}

type CodeConsent = OAuthApp &
  Readonly<{
    name: AppName;
    label?: string;
    authorize: (request: AuthorizeRequest) => string;
    /** Fields of the form that redeems the code, in addition to the standard fields. */
    form?: (verifier: string) => Fields;
    /** Reads the code from the callback, for platforms where the parameter `code` is not exactly the code. */
    readCode?: (query: URLSearchParams) => string;
    /** The accounts behind these tokens. @throws the errors of `OAuthConnection.redeem` and of the client */
    accounts: (
      tokens: TokenReply,
      context: Readonly<{ keys: AppKeys; now: Date }>,
    ) => Promise<readonly RemoteAccount[]>;
  }>;

/** A consent whose code is redeemed at the token endpoint of RFC 6749 section 4.1.3. */
export function codeConsent(consent: CodeConsent): OAuthConnection {
  const { http, clock, app, platform, title, name, label, authorize, accounts } = consent;
  const { form = () => ({}), readCode = (query) => query.get('code') ?? '' } = consent;
  return {
    name,
    ...(label !== undefined && { label }),
    platforms: [platform],
    configured: app.keys !== null,
    authorizeUrl: authorize,
    redeem: async ({ query, verifier, redirectUri }) => {
      const { keys } = app;
      if (!keys) throw new ConsentFailed(title);
      const fields = {
        grant_type: 'authorization_code',
        code: readCode(query),
        redirect_uri: redirectUri,
        ...form(verifier),
      };
      const now = clock.now();
      const request = tokenRequest(consent, keys, fields);
      const tokens = await redeemCode(http, request, { platform: title, now });
      return { accounts: await failConsentOnRefusal(title, () => accounts(tokens, { keys, now })) };
    },
  };
}
