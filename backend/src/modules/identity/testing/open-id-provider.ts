import { MINUTE_SECONDS } from '@posthorn/contracts/shared/durations';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type GrantContext } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';

/** Claims of the ID token. `email_verified`: a boolean at Google, and a text at LinkedIn. */
export type OpenIdClaims = Readonly<{ sub: string; email?: string; email_verified?: unknown }>;
type TokenAnswer = Record<string, unknown> & { id_token: string };

export const CLIENT = { id: 'posthorn', secret: 'a secret of 32 characters or so..' } as const;
const REDIRECTS_MAX = 10;
const LIFE = {
  Interaction: MINUTE_SECONDS,
  Session: MINUTE_SECONDS,
  Grant: MINUTE_SECONDS,
  AuthorizationCode: MINUTE_SECONDS,
  AccessToken: MINUTE_SECONDS,
  IdToken: MINUTE_SECONDS,
} as const;

/** A real OpenID provider on loopback. It signs in the chosen person without a form. */
export class OpenIdProvider {
  /** The next person to sign in; null: the provider refuses. */
  person: OpenIdClaims | null = null;
  /** Changes the response of the token endpoint. */
  tamper: ((answer: TokenAnswer) => TokenAnswer) | null = null;
  /** True: the response to all requests is 503. */
  isDown = false;
  /** The URLs to which the product sent browsers. */
  readonly visits: URL[] = [];
  /** How often a client exchanged a code. */
  exchanges = 0;
  readonly #people = new Map<string, OpenIdClaims>();

  #redirectUri = '';
  #current: () => Readonly<{ provider: Provider; answer: ReturnType<Provider['callback']> }> = () => {
    throw new Error('Nobody has registered with this provider yet.');
  };

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<OpenIdProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OpenIdProvider(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, server);
  }

  /** Registers the product. A separate step, because the URL of the product may be known only after the provider has started. */
  leadBackTo(redirectUri: string): this {
    this.#redirectUri = redirectUri;
    this.rotateKeys();
    this.server.on('request', (request, response) => {
      const { provider, answer } = this.#current();
      if (this.isDown) response.writeHead(503).end();
      else if (request.url?.startsWith('/interaction/')) void this.#decide(provider, request, response);
      else answer(request, response);
    });
    return this;
  }

  /** Changes to a new signing key, and deletes all open flows. */
  rotateKeys(): void {
    const provider = this.#provider();
    const answer = provider.callback();
    this.#current = () => ({ provider, answer });
  }

  /** Returns the environment variables with which the product finds this provider. */
  env(prefix: string, issuerName: string): Record<string, string> {
    return {
      [`${prefix}_CLIENT_ID`]: CLIENT.id,
      [`${prefix}_CLIENT_SECRET`]: CLIENT.secret,
      [issuerName]: this.issuer,
    };
  }

  /** Sets the person for the next browser; null: the provider refuses. */
  expects(person: OpenIdClaims | null): void {
    this.person = person;
    if (person) this.#people.set(person.sub, person);
  }

  /** Follows all redirects like a new browser, from the product's redirect to the URL of the callback. Returns that URL. */
  async visit(address: string, person: OpenIdClaims | null): Promise<URL> {
    this.visits.push(new URL(address));
    this.expects(person);
    const cookies = new Map<string, string>();
    let current = new URL(address);
    for (let count = 0; count < REDIRECTS_MAX; count++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(current, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location)
        throw new Error(`${current.pathname} answered ${String(response.status)}: ${await response.text()}`);
      current = new URL(location, current);
      if (current.href.startsWith(this.#redirectUri)) return current;
    }
    throw new Error('The provider never led back.');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  #provider(): Provider {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const provider = new Provider(this.issuer, {
      adapter: createMemoryAdapter(0),
      jwks: {
        keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }],
      },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [this.#redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      // Google and LinkedIn also put the claims into the ID token.
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      pkce: { required: () => false },
      ttl: LIFE,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      cookies: { keys: ['a key for specs'] },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => this.#people.get(sub) }),
      loadExistingGrant: createConsent,
    });
    return provider.use(async (context, next) => {
      if (context.path === '/token') this.exchanges += 1;
      await next();
      if (context.path === '/token' && this.tamper) context.body = this.tamper(context.body as TokenAnswer);
    });
  }

  async #decide(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = this.person ? { login: { accountId: this.person.sub } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  }
}

/** Creates a consent, so that the provider does not ask the user. */
async function createConsent({ oidc: { provider, client, session } }: GrantContext) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email');
  await grant.save();
  return grant;
}
