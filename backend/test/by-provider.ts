import {
  linkSignInPath,
  signInPath,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import type { OpenIdProvider, OpenIdClaims } from '#modules/identity/testing/open-id-provider.ts';
import type { Answer, BrowserlessClient } from './browserless-client.ts';

/** Goes from a sign-in button to the provider and back. `person` signs in there; null: the person refuses. */
export async function byProvider(
  client: BrowserlessClient,
  name: SignInProvider,
  provider: OpenIdProvider,
  person: OpenIdClaims | null,
  { link = false }: Readonly<{ link?: boolean }> = {},
): Promise<Answer> {
  return client.call('GET', await wayBack(client, name, provider, person, link), undefined, {
    'sec-fetch-site': 'cross-site',
  });
}

/** The path of the callback, not yet requested. */
export async function wayBack(
  client: BrowserlessClient,
  name: SignInProvider,
  provider: OpenIdProvider,
  person: OpenIdClaims | null,
  link = false,
): Promise<string> {
  const begun = await client.get(link ? linkSignInPath(name) : signInPath(name));
  const { pathname, search } = await provider.visit(begun.headers.get('location') ?? '', person);
  return `${pathname}${search}`;
}
