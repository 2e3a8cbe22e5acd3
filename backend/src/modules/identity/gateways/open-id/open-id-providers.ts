import {
  signInProviders,
  type SignInProvider,
  type SignInProblem,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { Injectable, Logger } from '@nestjs/common';
import * as oidc from 'openid-client';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { FlowSecrets } from '#infrastructure/oauth-flows/oauth-flows.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { fetchThrough } from '#infrastructure/outgoing/fetch-through.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import type { ProvenIdentity } from '../../stores/address-book/identity-book.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** Codes for a denial by the user. Source: RFC 6749, section 4.1.2.1; LinkedIn has two further codes. */
const DENIALS = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize']);
const OUTAGES = new Set(['server_error', 'temporarily_unavailable']);

/** What a provider supports. LinkedIn documents no PKCE for web clients, and does not return the nonce. */
const FEATURES: Readonly<Record<SignInProvider, Readonly<{ nonce: boolean; pkce: boolean }>>> = {
  google: { nonce: true, pkce: true },
  linkedin: { nonce: false, pkce: false },
};
/** Posthorn requests neither name nor picture, because it would not use them. */
const SCOPE = 'openid email';

/** The registration of the operator at a provider. */
type Registered = Readonly<{ id: string; issuer: string }>;
type Discovered = Readonly<{ server: Promise<oidc.ServerMetadata>; at: number }>;

/** Our clients of the sign-in providers. They call a provider only when a user signs in with it or connects it. */
@Injectable()
export class OpenIdProviders {
  readonly #logger = new Logger('sign-in');
  readonly #discovered = new Map<SignInProvider, Discovered>();

  constructor(
    private readonly configuration: Configuration,
    private readonly http: SafeHttp,
    private readonly clock: Clock,
  ) {}

  /** The providers that the operator has configured. */
  get configured(): readonly SignInProvider[] {
    return signInProviders.filter((provider) => this.configuration.signInProviders[provider] !== null);
  }

  /** Returns the URL of the provider for the browser. @throws SignInRefused `notConfigured`, `unreachable` */
  async addressFor(provider: SignInProvider, { state, nonce, verifier }: FlowSecrets): Promise<URL> {
    const client = await this.clientOf(provider);
    const { nonce: hasNonce, pkce } = FEATURES[provider];
    return oidc.buildAuthorizationUrl(client, {
      redirect_uri: this.callbackOf(provider),
      scope: SCOPE,
      state,
      ...(hasNonce && { nonce }),
      ...(pkce && {
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    });
  }

  /**
   * Returns the identity that the provider has verified. Checks the state, and the issuer, audience, times and signature of the ID token. Also
   * checks nonce and PKCE if the provider supports them.
   * @param query the query with which the provider has sent the browser back
   * @throws SignInRefused
   */
  async redeem(provider: SignInProvider, query: URLSearchParams, flow: FlowSecrets): Promise<ProvenIdentity> {
    const { nonce, pkce } = FEATURES[provider];
    const callback = new URL(this.callbackOf(provider));
    callback.search = query.toString();
    try {
      const tokens = await oidc.authorizationCodeGrant(await this.clientOf(provider), callback, {
        expectedState: flow.state,
        idTokenExpected: true,
        ...(nonce && { expectedNonce: flow.nonce }),
        ...(pkce && { pkceCodeVerifier: flow.verifier }),
      });
      const claims = tokens.claims();
      if (!claims) throw new SignInRefused('refused');
      return { provider, issuer: claims.iss, subject: claims.sub, email: verifiedAddress(claims) };
    } catch (error) {
      if (error instanceof SignInRefused) throw error;
      throw new SignInRefused(problemOf(error), '/login', { cause: error });
    }
  }

  private callbackOf(provider: SignInProvider): string {
    return `${this.configuration.publicUrl}/api/auth/${provider}/callback`;
  }

  /**
   * Creates a client for one sign-in. A client of the library keeps the signing keys of the provider for at least a minute. After a
   * change of the keys, a shared client would refuse all users during that minute.
   */
  private async clientOf(provider: SignInProvider): Promise<oidc.Configuration> {
    const settings = this.configuration.signInProviders[provider];
    if (!settings) throw new SignInRefused('notConfigured');
    const { id, secret, issuer, simulated } = settings;
    const server = await this.serverOf(provider, settings);
    const client = new oidc.Configuration(server, id, {}, oidc.ClientSecretPost(secret));
    client[oidc.customFetch] = fetchThrough(this.http);
    // Checks the signature of the token too, although the token comes directly from the provider over TLS.
    oidc.enableNonRepudiationChecks(client);
    if (simulated || issuer.startsWith('http:')) plainHttp(client);
    return client;
  }

  private async serverOf(provider: SignInProvider, registration: Registered): Promise<oidc.ServerMetadata> {
    const now = this.clock.now().getTime();
    const known = this.#discovered.get(provider);
    if (known && now - known.at < DAY_MS) return known.server;
    const server = this.discover(registration);
    this.#discovered.set(provider, { server, at: now });
    try {
      return await server;
    } catch (error) {
      // Does not cache a failure: the next sign-in tries again.
      this.#discovered.delete(provider);
      this.#logger.warn({
        msg: 'The metadata of a sign-in provider could not be read; the next sign-in tries again',
        provider,
        err: error,
      });
      throw new SignInRefused('unreachable', '/login', { cause: error });
    }
  }

  private async discover({ id, issuer }: Registered): Promise<oidc.ServerMetadata> {
    const discovered = await oidc.discovery(new URL(issuer), id, undefined, undefined, {
      [oidc.customFetch]: fetchThrough(this.http),
      execute: issuer.startsWith('http:') ? [plainHttp] : [],
    });
    return discovered.serverMetadata();
  }
}

// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to stand out; our configuration lets it be loopback
const plainHttp: (client: oidc.Configuration) => void = oidc.allowInsecureRequests;

/**
 * Returns the address only if the provider has verified it, because an unverified address may belong to another person. Some providers
 * send `true` as a text.
 */
function verifiedAddress({ email, email_verified: verified }: oidc.IDToken): string | null {
  if (verified !== true && verified !== 'true') return null;
  return typeof email === 'string' ? canonicalAddress(email) : null;
}

/** Maps a failure of openid-client to the problem that the user sees. */
function problemOf(error: unknown): SignInProblem {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (DENIALS.has(error.error)) return 'denied';
    return OUTAGES.has(error.error) ? 'unreachable' : 'refused';
  }
  return isOutage(error) ? 'unreachable' : 'refused';
}

/** Returns whether a cause of the error is an outage. The library wraps unknown errors, so this searches the whole chain of causes. */
function isOutage(error: unknown): boolean {
  if (error instanceof OutgoingError) return true;
  if (error instanceof Response) return error.status >= 500;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}
