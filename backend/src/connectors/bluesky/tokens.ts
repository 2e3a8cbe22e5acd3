import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { objectOf, textOf } from '../kit/json.ts';
import { NothingHappened, ReconnectNeeded } from '../kit/outcomes.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import { XrpcError, type Xrpc } from './client/client.ts';

/** What the vault stores for one account. The app password stays, because a refresh token expires after 90 idle days. */
export type BlueskySession = Readonly<{
  did: string;
  handle: string;
  pds: string;
  appPassword: string;
  accessJwt: string;
  refreshJwt: string;
  /** When we got the access token, by our own clock: the server's clock may be hours off. */
  obtainedAt: string;
}>;

type Access = Pick<AccountAccess, 'credentials' | 'renew'>;

/** A token is refreshed this long before it ends, so that it does not end between preparing and publishing. */
const MARGIN_MS = 300_000;

const isTokenRefusal = (error: unknown): error is XrpcError =>
  error instanceof XrpcError && error.refusesToken;

export function sessionOf(credentials: JsonObject): BlueskySession {
  const field = (name: string) => textOf(credentials[name]) ?? '';
  return {
    did: field('did'),
    handle: field('handle'),
    pds: field('pds'),
    appPassword: field('appPassword'),
    accessJwt: field('accessJwt'),
    refreshJwt: field('refreshJwt'),
    obtainedAt: field('obtainedAt'),
  };
}

/** Uses one session for many calls and renews it when needed: logins are limited to 30 in five minutes. */
export class BlueskySessions {
  constructor(
    private readonly xrpc: Xrpc,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` with a valid session. A refused token is renewed once and `work` runs once more: a refused call had no effect.
   * @throws ReconnectNeeded, NothingHappened, and what `work` throws
   */
  async use<Result>(access: Access, work: (session: BlueskySession) => Promise<Result>): Promise<Result> {
    const stored = await access.credentials();
    const current = this.#endsSoon(stored) ? await this.#renew(access, stored) : stored;
    try {
      return await work(sessionOf(current));
    } catch (error) {
      if (!isTokenRefusal(error)) throw error;
      const renewed = await this.#renew(access, current);
      return await this.#lastTry(sessionOf(renewed), work);
    }
  }

  /** A session that has already ended needs no call. @throws XrpcError, OutgoingError, BreakerOpen */
  async end(credentials: JsonObject): Promise<void> {
    const { pds: server, refreshJwt: token } = sessionOf(credentials);
    try {
      await this.xrpc.procedure({ server, method: 'com.atproto.server.deleteSession', token });
    } catch (error) {
      if (!isTokenRefusal(error)) throw error;
    }
  }

  async #lastTry<Result>(
    session: BlueskySession,
    work: (session: BlueskySession) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(session);
    } catch (error) {
      throw isTokenRefusal(error) ? new ReconnectNeeded(error.platformMessage) : error;
    }
  }

  /** A failed renewal must not count as a failure of the call that needed it. */
  async #renew(access: Access, stale: JsonObject): Promise<JsonObject> {
    try {
      return await access.renew(stale, (current) => this.#refreshed(sessionOf(current)));
    } catch (error) {
      throw error instanceof ReconnectNeeded ? error : new NothingHappened(error);
    }
  }

  async #refreshed(session: BlueskySession): Promise<JsonObject> {
    try {
      const method = 'com.atproto.server.refreshSession';
      // Without a body: the server refuses one.
      const answer = await this.xrpc.procedure({ server: session.pds, method, token: session.refreshJwt });
      return { ...session, ...tokensIn(answer), obtainedAt: this.clock.now().toISOString() };
    } catch (error) {
      if (!(error instanceof XrpcError)) throw error;
      if (error.closed) throw new ReconnectNeeded(error.platformMessage);
      if (!error.refusesToken) throw error;
      return this.#loggedIn(session);
    }
  }

  async #loggedIn(session: BlueskySession): Promise<JsonObject> {
    if (session.appPassword === '') throw new ReconnectNeeded(null);
    try {
      const answer = await this.xrpc.procedure({
        server: session.pds,
        method: 'com.atproto.server.createSession',
        body: { identifier: session.did, password: session.appPassword },
      });
      return { ...session, ...tokensIn(answer), obtainedAt: this.clock.now().toISOString() };
    } catch (error) {
      if (!(error instanceof XrpcError)) throw error;
      throw error.refusesToken || error.closed ? new ReconnectNeeded(error.platformMessage) : error;
    }
  }

  #endsSoon(credentials: JsonObject): boolean {
    const { accessJwt, obtainedAt } = sessionOf(credentials);
    const lifetime = lifetimeOf(accessJwt);
    if (lifetime === null) return false;
    const age = this.clock.now().getTime() - Date.parse(obtainedAt);
    return age > lifetime - Math.min(MARGIN_MS, lifetime / 4);
  }
}

/** Absent fields are left out: an empty token must never replace a valid one. */
function tokensIn(answer: JsonObject): JsonObject {
  const found = Object.entries(answer).filter(
    ([name, value]) => ['accessJwt', 'refreshJwt', 'handle'].includes(name) && textOf(value) !== null,
  );
  return Object.fromEntries(found);
}

/** Milliseconds, from the token's own claims; null when it is opaque. The claims are not verified here; the server does that. */
function lifetimeOf(jwt: string): number | null {
  const [, encoded = ''] = jwt.split('.');
  try {
    const claims = objectOf(JSON.parse(Buffer.from(encoded, 'base64url').toString()) as JsonObject);
    const issued = claims?.['iat'];
    const expires = claims?.['exp'];
    return typeof issued === 'number' && typeof expires === 'number' ? (expires - issued) * 1000 : null;
  } catch {
    return null;
  }
}
