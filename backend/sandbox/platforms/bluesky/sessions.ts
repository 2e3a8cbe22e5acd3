import { createHash, randomUUID } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { textOf, type JsonRecord } from '../../http/json.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BlueskyActor, BlueskyEntry, BlueskyStore, Session } from './bluesky-store.ts';
import { PDS_DID } from './identity.ts';
import { readToken, signToken } from '../../oauth/signed-token.ts';
import { refusal } from './xrpc.ts';

export type TokenPair = Readonly<{ accessJwt: string; refreshJwt: string }>;

const ACCESS_SCOPE = 'com.atproto.appPass';
const REFRESH_SCOPE = 'com.atproto.refresh';
const REFRESH_SECONDS = 90 * 24 * 3600;
/** How long a used refresh token still returns its successor. */
const GRACE_MS = 2 * 3600 * 1000;
const RETIRED_KEPT = 20;

/** Logins and their tokens. Tokens are signed, so they stay valid after a reset. A session only records what has ended. */
export class BlueskyLogins {
  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;
  readonly #commit: (entry: BlueskyEntry) => void;

  constructor(context: SandboxContext, store: BlueskyStore, commit: (entry: BlueskyEntry) => void) {
    this.#context = context;
    this.#store = store;
    this.#commit = commit;
  }

  /** Creates a login, and the account with its first login. Null when the app password was revoked. */
  open(account: BlueskyActor, appPassword: string): TokenPair | null {
    this.#ensureAccount(account);
    // A session contains only a digest of the password.
    const password = createHash('sha256').update(`${account.did} ${appPassword}`).digest('hex');
    if (this.#store.isRevoked(password)) {
      // The next login with this password counts as a new app password, because the sandbox accepts every password.
      this.#commit({ type: 'password-renewed', password });
      return null;
    }
    const session: Session = {
      id: randomUUID(),
      did: account.did,
      password,
      current: randomUUID(),
      retired: [],
      state: 'open',
    };
    this.#commit({ type: 'session', session });
    return this.#issue(account, session.id, session.current);
  }

  /** Returns the account of this access token. @throws Refusal with the errors of the reference server */
  authenticate(exchange: Exchange): BlueskyActor {
    const claims = this.#claims(exchange, ACCESS_SCOPE);
    const { account, session } = this.#holder(claims);
    if (session.state === 'revoked') throw refusal(400, 'InvalidToken', 'Token has been revoked');
    // A shortened lifetime also applies to tokens that were issued before: tests change the setting for this.
    const age = this.#context.now() - Number(claims['iat']) * 1000;
    if (age >= this.#context.settings().accessTokenSeconds * 1000)
      throw refusal(400, 'ExpiredToken', 'Token has expired');
    this.#checkRevocation(account, session, 'InvalidToken');
    return account;
  }

  /**
   * Returns the next pair of tokens. A used token returns the same successor for two hours, so a client can recover from a lost response.
   */
  refresh(exchange: Exchange): TokenPair & Readonly<{ account: BlueskyActor }> {
    const { account, session, token } = this.#refreshable(exchange);
    const now = this.#context.now();
    const used = session.retired.find((retired) => retired.token === token);
    if (used && used.until > now) return { account, ...this.#issue(account, session.id, used.next) };
    if (token !== session.current) throw refusal(400, 'ExpiredToken', 'Token has been revoked');
    const next = randomUUID();
    const retired = [...session.retired, { token, next, until: now + GRACE_MS }].slice(-RETIRED_KEPT);
    this.#commit({ type: 'session', session: { ...session, current: next, retired } });
    return { account, ...this.#issue(account, session.id, next) };
  }

  end(exchange: Exchange): void {
    const { session } = this.#refreshable(exchange);
    this.#commit({ type: 'session', session: { ...session, state: 'ended' } });
  }

  /** A short-lived token for another service in the account's name. */
  serviceToken(did: string, audience: string, method: string | null, expires: number): string {
    const claims = {
      iss: did,
      aud: audience,
      exp: expires,
      jti: randomUUID(),
      ...(method ? { lxm: method } : {}),
    };
    return signToken('JWT', claims, this.#context.secret);
  }

  /** The account of a service token. @throws Refusal */
  serviceCaller(exchange: Exchange, audiences: readonly string[], method: string): string {
    const token = exchange.bearer();
    if (!token) throw refusal(401, 'AuthMissing', 'Authentication Required');
    const claims = readToken(token, this.#context.secret);
    const { iss, aud, exp, lxm } = claims ?? {};
    if (typeof iss !== 'string' || typeof exp !== 'number')
      throw refusal(401, 'BadJwt', 'poorly formatted jwt');
    if (exp * 1000 <= this.#context.now()) throw refusal(401, 'JwtExpired', 'jwt expired');
    if (typeof aud !== 'string' || !audiences.includes(aud))
      throw refusal(401, 'BadJwtAudience', 'jwt audience does not match service did');
    if (lxm !== method)
      throw refusal(401, 'BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"). must match: ${method}`);
    return iss;
  }

  #refreshable(exchange: Exchange): { account: BlueskyActor; session: Session; token: string } {
    const claims = this.#claims(exchange, REFRESH_SCOPE);
    if (Number(claims['exp']) * 1000 <= this.#context.now())
      throw refusal(400, 'ExpiredToken', 'Token has expired');
    const { account, session } = this.#holder(claims);
    if (session.state !== 'open') throw refusal(400, 'ExpiredToken', 'Token has been revoked');
    this.#checkRevocation(account, session, 'ExpiredToken');
    return { account, session, token: String(claims['jti']) };
  }

  #claims(exchange: Exchange, scope: string): JsonRecord {
    const token = exchange.bearer();
    if (!token) throw refusal(401, 'AuthMissing', 'Authentication Required');
    const claims = readToken(token, this.#context.secret);
    if (!claims) throw refusal(400, 'InvalidToken', 'Token could not be verified');
    if (claims['scope'] !== scope) throw refusal(400, 'InvalidToken', 'Bad token scope');
    return claims;
  }

  #holder(claims: JsonRecord): { account: BlueskyActor; session: Session } {
    const account: BlueskyActor = { did: String(claims['sub']), handle: String(claims['handle']) };
    this.#ensureAccount(account);
    const id = String(claims['sid']);
    // After a reset the session is unknown, although its tokens are valid.
    const current = textOf(claims['jti']) ?? '';
    const session = this.#store.sessions.get(id) ?? {
      id,
      did: account.did,
      password: null,
      current,
      retired: [],
      state: 'open',
    };
    return { account, session };
  }

  /** Applies a revoked app password: it ends the login and all its tokens, and refuses the next login. */
  #checkRevocation({ did, handle }: BlueskyActor, session: Session, error: string): void {
    if (!this.#context.faults.take('bluesky', 'revoked', [did, handle])) return;
    this.#commit({ type: 'session', session: { ...session, state: 'revoked' } });
    // While the fault is active, the fault itself refuses logins.
    const isFaultActive = this.#context.faults.next('bluesky', ['revoked'], [did, handle]) !== null;
    if (session.password && !isFaultActive)
      this.#commit({ type: 'password-revoked', password: session.password });
    throw refusal(400, error, 'Token has been revoked');
  }

  #ensureAccount(account: BlueskyActor): void {
    if (!this.#store.accounts.get(account.did)) this.#commit({ type: 'account', account });
  }

  #issue({ did, handle }: BlueskyActor, id: string, refreshId: string): TokenPair {
    const iat = Math.floor(this.#context.now() / 1000);
    const claims = { sub: did, handle, sid: id, iat, aud: PDS_DID };
    const access = { ...claims, scope: ACCESS_SCOPE, exp: iat + this.#context.settings().accessTokenSeconds };
    // The random part makes two pairs of the same second different.
    const accessJwt = signToken('at+jwt', { ...access, n: randomUUID() }, this.#context.secret);
    const refresh = { ...claims, scope: REFRESH_SCOPE, jti: refreshId, exp: iat + REFRESH_SECONDS };
    return { accessJwt, refreshJwt: signToken('refresh+jwt', refresh, this.#context.secret) };
  }
}
