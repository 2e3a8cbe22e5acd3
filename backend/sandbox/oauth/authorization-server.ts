import { createHash, randomBytes } from 'node:crypto';
import type { Journal } from '../state/journal.ts';
import { GrantStore, type GrantEntry, type IssuedToken } from './grant-store.ts';
import { readToken, signToken } from './signed-token.ts';

/** The product's client credentials at the sandbox. */
export const CLIENT = { id: 'posthorn-sandbox', secret: 'posthorn-sandbox-secret' } as const;

/** An application and its only redirect URL; null: the URL that `registeredRedirect` returns. */
export type Client = Readonly<{ secret: string; redirectUri: string | null }>;

/** How a platform's authorization server behaves, according to its documentation. */
export type AuthorizationPolicy = Readonly<{
  /** The name of the application in the path `/oauth/{app}`. */
  app: string;
  /** The name of the platform that people see. */
  title: string;
  /** Scopes that a person can untick; all other requested scopes are granted silently. */
  scopes: readonly string[];
  pkce: 'required' | 'optional' | 'none';
  codeSeconds: number;
  /** The callback's parameter for the code, where it is not `code`. */
  codeName?: string;
  accessSeconds: number;
  /** Null: the platform has no refresh tokens. */
  refreshSeconds: number | null;
  /** Whether each refresh token works only once. */
  rotates: boolean;
  /** The separator between scopes in URLs. */
  separator: ' ' | ',';
  /** Finds an application on a platform where applications register themselves. Without it, only the product’s application exists. */
  clients?: (id: string) => Client | null;
}>;

type OAuthContext = Readonly<{ now: () => number; journal: Journal; secret: string }>;

export type Holder = Readonly<{ account: string; scopes: readonly string[] }>;
export type Tokens = Readonly<{
  accessToken: string;
  accessSeconds: number;
  /** Null where the platform has no refresh tokens. */
  refreshToken: string | null;
  refreshSeconds: number | null;
  holder: Holder;
}>;

/** An error of a token endpoint, with the codes of RFC 6749. Each platform sends it in its own format. */
export class OAuthFault extends Error {
  readonly error: 'invalid_client' | 'invalid_grant' | 'invalid_request' | 'unsupported_grant_type';
  readonly description: string;

  constructor(error: OAuthFault['error'], description: string) {
    super(`${error}: ${description}`);
    this.error = error;
    this.description = description;
  }
}

type Credentials = Readonly<{ clientId: string; clientSecret: string }>;
type Claims = Readonly<{
  kind: string;
  id: string;
  account: string;
  scopes: readonly string[];
  issuedAt: number;
  endsAt: number;
  redirectUri?: string;
  challenge?: string | null;
}>;

/**
 * Codes and tokens of one application. Tokens are signed and contain their claims, so accounts stay connected after a restart or a reset.
 * The journal records which tokens are used up or revoked.
 */
export class AuthorizationServer {
  readonly policy: AuthorizationPolicy;
  readonly #context: OAuthContext;
  readonly #grants = new GrantStore();
  readonly #commit: (entry: GrantEntry) => void;

  constructor(context: OAuthContext, policy: AuthorizationPolicy) {
    this.#context = context;
    this.policy = policy;
    this.#commit = context.journal.channel(`oauth ${policy.app}`, this.#grants);
  }

  issueCode(holder: Holder, redirectUri: string, challenge: string | null): string {
    return this.#sign('code', holder, this.policy.codeSeconds, { redirectUri, challenge });
  }

  /** @throws OAuthFault */
  redeem(
    grant: Credentials & Readonly<{ code: string; redirectUri: string; verifier: string | null }>,
  ): Tokens {
    this.checkClient(grant);
    const claims = this.#read('code', grant.code);
    if (!claims) throw new OAuthFault('invalid_grant', 'The code is unknown or has expired.');
    if (claims.redirectUri !== grant.redirectUri)
      throw new OAuthFault('invalid_grant', 'redirect_uri is not the one of the authorization.');
    if (!this.#isProven(claims.challenge ?? null, grant.verifier))
      throw new OAuthFault('invalid_grant', 'code_verifier does not fit the code_challenge.');
    this.#useUp(claims, 'The code was used already.');
    return this.issue(claims);
  }

  /** @throws OAuthFault */
  refresh(grant: Credentials & Readonly<{ refreshToken: string }>): Tokens {
    this.checkClient(grant);
    const claims = this.#read('refresh', grant.refreshToken);
    if (!claims || this.#grants.isRevoked(claims))
      throw new OAuthFault('invalid_grant', 'The refresh token is unknown, expired or revoked.');
    if (this.policy.rotates) {
      this.#useUp(claims, 'The refresh token was used already.');
      return this.issue(claims);
    }
    if (this.#grants.isUsed(claims.id))
      throw new OAuthFault('invalid_grant', 'The refresh token was used already.');
    return this.#withRefreshToken(claims, this.policy.accessSeconds, grant.refreshToken);
  }

  /** Issues tokens. Also for a platform that exchanges one kind of token for another. */
  issue(holder: Holder, accessSeconds = this.policy.accessSeconds): Tokens {
    const { refreshSeconds } = this.policy;
    const refreshToken = refreshSeconds === null ? null : this.#issueToken('refresh', holder, refreshSeconds);
    return this.#withRefreshToken(holder, accessSeconds, refreshToken);
  }

  /** Tokens that are still valid, oldest first. Tokens from before a reset are valid but not listed. */
  live(): readonly IssuedToken[] {
    return this.#grants.live(this.#context.now());
  }

  /** The holder of this access token. `expired` and `revoked` differ because platforms answer them differently. */
  holderOf(accessToken: string): Holder | 'unknown' | 'expired' | 'revoked' {
    const claims = this.#claims('access', accessToken);
    if (!claims) return 'unknown';
    if (this.#grants.isRevoked(claims)) return 'revoked';
    const { account, scopes, endsAt } = claims;
    if (endsAt <= this.#context.now() || this.#grants.isExpired(claims)) return 'expired';
    return { account, scopes };
  }

  /** Ends the issued tokens of the account: `expire` ends access tokens only, `revoke` ends all of them. */
  end(account: string, kind: 'expire' | 'revoke'): void {
    this.#commit({ type: kind === 'expire' ? 'expired' : 'revoked', account, at: this.#context.now() });
  }

  /** Revokes all tokens of the account that holds this token; ignores an unknown token. */
  revokeToken(token: string): void {
    const claims = this.#claims('access', token) ?? this.#claims('refresh', token);
    if (claims) this.end(claims.account, 'revoke');
  }

  client(id: string): Client | null {
    const { clients } = this.policy;
    if (clients) return clients(id);
    return id === CLIENT.id ? { secret: CLIENT.secret, redirectUri: null } : null;
  }

  /** @throws OAuthFault */
  checkClient({ clientId, clientSecret }: Credentials): void {
    const client = this.client(clientId);
    if (client?.secret !== clientSecret)
      throw new OAuthFault('invalid_client', 'The client is unknown or its secret is wrong.');
  }

  /** A verifier without a challenge is wrong, and so is a challenge without a verifier. */
  #isProven(challenge: string | null, verifier: string | null): boolean {
    const { pkce } = this.policy;
    if (pkce === 'none') return true;
    if (challenge === null) return pkce === 'optional' && verifier === null;
    return challenge === challengeOf(verifier ?? '');
  }

  #useUp({ id, endsAt }: Claims, message: string): void {
    if (this.#grants.isUsed(id)) throw new OAuthFault('invalid_grant', message);
    this.#commit({ type: 'used', id, endsAt });
  }

  #withRefreshToken({ account, scopes }: Holder, accessSeconds: number, refreshToken: string | null): Tokens {
    const { refreshSeconds } = this.policy;
    const holder = { account, scopes };
    const accessToken = this.#issueToken('access', holder, accessSeconds);
    return { accessToken, accessSeconds, refreshToken, refreshSeconds, holder };
  }

  /** Signs a token and records it for `live`. */
  #issueToken(kind: IssuedToken['kind'], holder: Holder, seconds: number): string {
    const { account } = holder;
    const [id, issuedAt] = [newId(), this.#context.now()];
    this.#commit({ type: 'issued', id, kind, account, issuedAt, endsAt: issuedAt + seconds * 1000 });
    return this.#sign(kind, holder, seconds, { id });
  }

  #sign(kind: string, { account, scopes }: Holder, seconds: number, extra: object = {}): string {
    const issuedAt = this.#context.now();
    const id = newId();
    const claims = { kind, id, account, scopes, issuedAt, endsAt: issuedAt + seconds * 1000, ...extra };
    return signToken(this.policy.app, claims, this.#context.secret);
  }

  #read(kind: string, token: string): Claims | null {
    const claims = this.#claims(kind, token);
    return claims && claims.endsAt > this.#context.now() ? claims : null;
  }

  #claims(kind: string, token: string): Claims | null {
    const claims = readToken(token, this.#context.secret) as Claims | null;
    const [header = ''] = token.split('.');
    const isOfThisApp = Buffer.from(header, 'base64url').toString().includes(`"${this.policy.app}"`);
    return claims?.kind === kind && isOfThisApp ? claims : null;
  }
}

const newId = (): string => randomBytes(12).toString('base64url');

/** PKCE S256, RFC 7636 section 4.2. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
