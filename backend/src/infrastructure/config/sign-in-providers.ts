import { signInProviders, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { isLoopback } from './is-loopback.ts';
import { readKeys, SANDBOX_KEYS, type AppKeys } from './platform-apps.ts';
import type { Variables } from './variables.ts';

/** `simulated`: the sandbox simulates this provider. Its consent page uses plain http on this machine. */
type SignInProviderSettings = AppKeys & Readonly<{ issuer: string; simulated: boolean }>;
/** Null: sign-in with this provider is unavailable. */
export type SignInProviderMap = Readonly<Record<SignInProvider, SignInProviderSettings | null>>;

const VARIABLES: Readonly<
  Record<
    SignInProvider,
    Readonly<{ keys: string; issuer: readonly [name: string, production: string, sandbox: string] }>
  >
> = {
  google: {
    keys: 'GOOGLE',
    issuer: ['GOOGLE_ISSUER', 'https://accounts.google.com', 'https://accounts.google.sandbox.test'],
  },
  // Separate from the keys for posting: at LinkedIn a new set of scopes invalidates the old tokens.
  linkedin: {
    keys: 'LINKEDIN_SIGNIN',
    issuer: ['LINKEDIN_ISSUER', 'https://www.linkedin.com/oauth', 'https://sign-in.linkedin.sandbox.test'],
  },
};

/** While the sandbox is on, it simulates each provider for which the operator has set neither keys nor an issuer. */
export function readSignInProviders(read: Variables, sandboxOn: boolean): SignInProviderMap {
  const settingsOf = (provider: SignInProvider): SignInProviderSettings | null => {
    const { keys: prefix, issuer } = VARIABLES[provider];
    const [name, production, sandbox] = issuer;
    const keys = readKeys(read, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`);
    const ownIssuer = read.operatorUrl(name);
    const address = (ownIssuer ?? production).replace(/\/+$/, '');
    if (address.startsWith('http:') && !isLoopback(new URL(address).hostname)) {
      read.refuse(name, 'is plain http, which is good enough for this machine only: use https');
    }
    if (keys) return { ...keys, issuer: address, simulated: false };
    return sandboxOn && ownIssuer === null ? { ...SANDBOX_KEYS, issuer: sandbox, simulated: true } : null;
  };
  const entries = signInProviders.map((provider) => [provider, settingsOf(provider)]);
  return Object.fromEntries(entries) as SignInProviderMap;
}
