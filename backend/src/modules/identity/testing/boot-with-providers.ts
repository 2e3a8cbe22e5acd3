import { signInPath, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { bootIdentity } from './boot-identity.ts';
import { OpenIdProvider, type OpenIdClaims } from './open-id-provider.ts';
import type { BrowserReply, TestBrowser } from './test-browser.ts';

const PUBLIC_URL = 'http://localhost:3000';
const callbackOf = (provider: SignInProvider) => `${PUBLIC_URL}${signInPath(provider)}/callback`;

/** The headers of a browser that the provider's site sends back. */
const FROM_PROVIDER = { 'sec-fetch-site': 'cross-site' };
const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;
export const locationOf = ({ headers }: BrowserReply): string => headers.get('location') ?? '';

/** Starts Identity with two real OpenID providers in place of Google and LinkedIn. */
export async function bootWithProviders() {
  const google = (await OpenIdProvider.start()).leadBackTo(callbackOf('google'));
  const linkedin = (await OpenIdProvider.start()).leadBackTo(callbackOf('linkedin'));
  const at = { google, linkedin } as const;
  const product = await bootIdentity({
    env: {
      PUBLIC_URL,
      COMPLIMENTARY_PREMIUM: '',
      ...google.env('GOOGLE', 'GOOGLE_ISSUER'),
      ...linkedin.env('LINKEDIN_SIGNIN', 'LINKEDIN_ISSUER'),
    },
  });
  /** Starts the flow, signs in at the provider, and returns the URL of the callback. */
  const callbackUrlOf = async (
    browser: TestBrowser,
    provider: SignInProvider,
    person: OpenIdClaims | null,
    link = false,
  ): Promise<URL> => {
    const begun = await browser.get(`${signInPath(provider)}${link ? '?link=1' : ''}`);
    return at[provider].visit(locationOf(begun), person);
  };
  const openCallback = (browser: TestBrowser, address: URL): Promise<BrowserReply> =>
    browser.get(pathOf(address), FROM_PROVIDER);
  return {
    ...product,
    at,
    callbackUrlOf,
    openCallback,
    /** Runs a complete sign-in with a provider. */
    signInBy: async (provider: SignInProvider, person: OpenIdClaims | null, browser = product.browser()) => {
      const reply = await openCallback(browser, await callbackUrlOf(browser, provider, person));
      return { browser, reply };
    },
    link: async (browser: TestBrowser, provider: SignInProvider, person: OpenIdClaims | null) =>
      openCallback(browser, await callbackUrlOf(browser, provider, person, true)),
    close: async () => {
      await product.close();
      await Promise.all([google.close(), linkedin.close()]);
    },
  };
}
