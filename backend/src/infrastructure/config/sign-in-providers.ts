import { signInProviders, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { isLoopback } from './is-loopback.ts';
import { readKeys, type AppKeys } from './platform-apps.ts';
import type { Variables } from './variables.ts';

type SignInProviderSettings = AppKeys & Readonly<{ issuer: string }>;
/** Null: sign-in with this provider is unavailable. */
export type SignInProviderMap = Readonly<Record<SignInProvider, SignInProviderSettings | null>>;

const VARIABLES: Readonly<
  Record<SignInProvider, Readonly<{ keys: string; issuer: readonly [name: string, production: string] }>>
> = {
  google: { keys: 'GOOGLE', issuer: ['GOOGLE_ISSUER', 'https://accounts.google.com'] },
  // Separate from the keys for posting: at LinkedIn a new set of scopes invalidates the old tokens.
  linkedin: { keys: 'LINKEDIN_SIGNIN', issuer: ['LINKEDIN_ISSUER', 'https://www.linkedin.com/oauth'] },
};

export function readSignInProviders(read: Variables): SignInProviderMap {
  const settingsOf = (provider: SignInProvider): SignInProviderSettings | null => {
    const { keys: prefix, issuer } = VARIABLES[provider];
    const [name, production] = issuer;
    const keys = readKeys(read, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`);
    const address = (read.operatorUrl(name) ?? production).replace(/\/+$/, '');
    if (address.startsWith('http:') && !isLoopback(new URL(address).hostname)) {
      read.refuse(name, 'is plain http, which is good enough for this machine only: use https');
    }
    return keys && { ...keys, issuer: address };
  };
  const entries = signInProviders.map((provider) => [provider, settingsOf(provider)]);
  return Object.fromEntries(entries) as SignInProviderMap;
}
