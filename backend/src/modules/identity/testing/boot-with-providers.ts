import { signInPath, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { bootIdentity } from './boot-identity.ts';
import { OpenIdProvider, type OpenIdClaims } from './open-id-provider.ts';
import type { BrowserReply, TestBrowser } from './test-browser.ts';

const PUBLIC_URL = 'http://localhost:3000';
const callbackOf = (provider: SignInProvider) => `${PUBLIC_URL}${signInPath(provider)}/callback`;

/** As the browser comes back: from the site of the provider. */
const FROM_PROVIDER = { 'sec-fetch-site': 'cross-site' };
const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;
export const locationOf = ({ headers }: BrowserReply): string => headers.get('location') ?? '';

/** Identity, with a real OpenID provider in the place of each that it knows. */
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
  /** Sets out, signs in there, and answers the address that leads back. */
  const wayBack = async (
    browser: TestBrowser,
    provider: SignInProvider,
    person: OpenIdClaims | null,
    link = false,
  ): Promise<URL> => {
    const begun = await browser.get(`${signInPath(provider)}${link ? '?link=1' : ''}`);
    return at[provider].visit(locationOf(begun), person);
  };
  const comeBack = (browser: TestBrowser, address: URL): Promise<BrowserReply> =>
    browser.get(pathOf(address), FROM_PROVIDER);
  return {
    ...product,
    at,
    wayBack,
    comeBack,
    /** The whole way. */
    signInBy: async (provider: SignInProvider, person: OpenIdClaims | null, browser = product.browser()) => {
      const reply = await comeBack(browser, await wayBack(browser, provider, person));
      return { browser, reply };
    },
    link: async (browser: TestBrowser, provider: SignInProvider, person: OpenIdClaims | null) =>
      comeBack(browser, await wayBack(browser, provider, person, true)),
    close: async () => {
      await product.close();
      await Promise.all([google.close(), linkedin.close()]);
    },
  };
}
