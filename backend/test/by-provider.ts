import {
  linkSignInPath,
  signInPath,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import type { OpenIdProvider, OpenIdClaims } from '#modules/identity/testing/open-id-provider.ts';
import type { ApiResponse, BrowserlessClient } from './browserless-client.ts';

/** Follows a sign-in button to the provider and back. `person` signs in at the provider; null: the person refuses. */
export async function signInByProvider(
  client: BrowserlessClient,
  name: SignInProvider,
  provider: OpenIdProvider,
  person: OpenIdClaims | null,
  { link = false }: Readonly<{ link?: boolean }> = {},
): Promise<ApiResponse> {
  return client.call('GET', await callbackPath(client, name, provider, person, link), undefined, {
    'sec-fetch-site': 'cross-site',
  });
}

/** The path of the callback, which the caller must still request. */
export async function callbackPath(
  client: BrowserlessClient,
  name: SignInProvider,
  provider: OpenIdProvider,
  person: OpenIdClaims | null,
  link = false,
): Promise<string> {
  const started = await client.get(link ? linkSignInPath(name) : signInPath(name));
  const { pathname, search } = await provider.visit(started.headers.get('location') ?? '', person);
  return `${pathname}${search}`;
}
