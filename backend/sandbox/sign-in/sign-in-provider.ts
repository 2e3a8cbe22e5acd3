import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import { Refusal } from '../http/refusal.ts';
import { findRoute, type Route } from '../http/router.ts';
import { CLIENT } from '../oauth/authorization-server.ts';
import { readToken, signToken } from '../oauth/signed-token.ts';
import { personAt } from './people.ts';

export type SignInPolicy = Readonly<{
  /** The name in the paths of the product and of the consent page. */
  provider: 'google' | 'linkedin';
  title: string;
  /** The host of the provider, below `.sandbox.test`. */
  host: string;
  /** The value of `email_verified` in a token. LinkedIn sends it as a text. */
  emailVerified: true | 'true';
}>;

export const SIGN_IN_POLICIES: readonly SignInPolicy[] = [
  { provider: 'google', title: 'Google', host: 'accounts.google.sandbox.test', emailVerified: true },
  { provider: 'linkedin', title: 'LinkedIn', host: 'sign-in.linkedin.sandbox.test', emailVerified: 'true' },
];

type SignInContext = Readonly<{
  now: () => number;
  secret: string;
  publicUrl: () => string;
  appUrl: () => string;
}>;

/** The sign-in request of the product, from the URL of its redirect. */
export type SignInRequest = Readonly<{
  redirectUri: string;
  state: string;
  nonce: string | null;
  challenge: string | null;
}>;
type Code = Readonly<{
  id: string;
  account: string;
  redirectUri: string;
  nonce: string | null;
  challenge: string | null;
  endsAt: number;
}>;

const CODE_SECONDS = 60;
const TOKEN_SECONDS = 3_600;

/** An OpenID provider with one registered application: the product. Any person can sign in. */
export class SandboxSignIn {
  readonly policy: SignInPolicy;
  readonly #context: SignInContext;
  readonly #usedCodeIds = new Set<string>();
  readonly #routes: readonly Route[];
  /** Created on first use, because this takes a moment. */
  #key: Readonly<{ id: string; privateKey: KeyObject; publicKey: KeyObject }> | null = null;

  constructor(context: SignInContext, policy: SignInPolicy) {
    this.#context = context;
    this.policy = policy;
    this.#routes = [
      {
        method: 'GET',
        pattern: '/.well-known/openid-configuration',
        run: (exchange) => {
          exchange.reply(200, this.#metadata());
        },
      },
      {
        method: 'GET',
        pattern: '/keys',
        run: (exchange) => {
          exchange.reply(200, { keys: [this.#publicKey()] });
        },
      },
      { method: 'POST', pattern: '/token', run: (exchange) => this.#redeem(exchange) },
    ];
  }

  get issuer(): string {
    return `https://${this.policy.host}`;
  }

  /** @throws Refusal */
  async answer(exchange: Exchange): Promise<void> {
    const match = findRoute(this.#routes, exchange.method, exchange.url.pathname);
    if (!match) throw new Refusal(404, { error: 'not_found' });
    await match.route.run(exchange, match.params);
  }

  /** Reads the request in the URL of the consent page. Returns a sentence where a real provider would show an error page. */
  requestIn(query: URLSearchParams): SignInRequest | string {
    const { provider } = this.policy;
    if (query.get('client_id') !== CLIENT.id) return 'This application is unknown.';
    if (query.get('response_type') !== 'code') return 'response_type must be code.';
    const redirectUri = query.get('redirect_uri') ?? '';
    if (redirectUri !== `${this.#context.appUrl()}/api/auth/${provider}/callback`)
      return 'redirect_uri is not registered for this application.';
    const challenge = query.get('code_challenge');
    if (challenge !== null && query.get('code_challenge_method') !== 'S256')
      return 'code_challenge_method must be S256.';
    if (!(query.get('scope') ?? '').split(' ').includes('openid')) return 'scope must contain openid.';
    return { redirectUri, state: query.get('state') ?? '', nonce: query.get('nonce'), challenge };
  }

  /** The URL of the product to which the browser returns. `account`: null when the person refused. */
  callbackUrl({ redirectUri, state, nonce, challenge }: SignInRequest, account: string | null): URL {
    const url = new URL(redirectUri);
    if (account === null) url.searchParams.set('error', 'access_denied');
    else {
      const endsAt = this.#context.now() + CODE_SECONDS * 1000;
      const code: Code = {
        id: randomBytes(12).toString('base64url'),
        account,
        redirectUri,
        nonce,
        challenge,
        endsAt,
      };
      url.searchParams.set('code', signToken(this.#codeType, code, this.#context.secret));
    }
    if (state !== '') url.searchParams.set('state', state);
    url.searchParams.set('iss', this.issuer);
    return url;
  }

  async #redeem(exchange: Exchange): Promise<void> {
    const form = new URLSearchParams(await exchange.text());
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      throw new Refusal(401, { error: 'invalid_client' });
    if (form.get('grant_type') !== 'authorization_code')
      throw new Refusal(400, { error: 'unsupported_grant_type' });
    const code = this.#codeIn(form.get('code') ?? '');
    if (!code || code.redirectUri !== form.get('redirect_uri') || !isProven(code, form.get('code_verifier')))
      throw new Refusal(400, { error: 'invalid_grant' });
    this.#usedCodeIds.add(code.id);
    exchange.reply(
      200,
      {
        access_token: randomUUID(),
        token_type: 'Bearer',
        expires_in: TOKEN_SECONDS,
        scope: 'openid email',
        id_token: this.#idToken(code),
      },
      { 'Cache-Control': 'no-store' },
    );
  }

  #codeIn(text: string): Code | null {
    const [header = ''] = text.split('.');
    const isSignInCode = Buffer.from(header, 'base64url').toString().includes(`"${this.#codeType}"`);
    const code = isSignInCode ? (readToken(text, this.#context.secret) as Code | null) : null;
    return code && code.endsAt > this.#context.now() && !this.#usedCodeIds.has(code.id) ? code : null;
  }

  #idToken({ account, nonce }: Code): string {
    const { email, subject } = personAt(this.policy.provider, account);
    const { id, privateKey } = this.#keys();
    const issuedAt = Math.floor(this.#context.now() / 1000);
    const claims = {
      iss: this.issuer,
      sub: subject,
      aud: CLIENT.id,
      iat: issuedAt,
      exp: issuedAt + TOKEN_SECONDS,
      ...(nonce !== null && { nonce }),
      email,
      email_verified: this.policy.emailVerified,
    };
    const text = `${encodeJson({ alg: 'RS256', typ: 'JWT', kid: id })}.${encodeJson(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  }

  #metadata() {
    return {
      issuer: this.issuer,
      // A browser opens this URL, and can reach only the sandbox's own URL.
      authorization_endpoint: `${this.#context.publicUrl()}/sign-in/${this.policy.provider}`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid', 'email'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #publicKey() {
    const { id, publicKey } = this.#keys();
    return { ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' };
  }

  #keys() {
    this.#key ??= { id: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
    return this.#key;
  }

  get #codeType(): string {
    return `sign-in ${this.policy.provider}`;
  }
}

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A verifier without a challenge is wrong, and so is a challenge without a verifier. PKCE S256, RFC 7636 section 4.2. */
function isProven({ challenge }: Code, verifier: string | null): boolean {
  if (challenge === null || verifier === null) return challenge === verifier;
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}
