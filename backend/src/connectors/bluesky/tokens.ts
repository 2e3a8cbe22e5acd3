import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { objectOf, textOf } from '../kit/json.ts';
import { CallHadNoEffect, ReconnectNeeded } from '../kit/outcomes.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import { XrpcError, type Xrpc } from './client/client.ts';

/**
 * The credentials of one account in the vault. The vault keeps the app password, because a refresh token expires after 90 days
 * without use.
 */
export type BlueskySession = Readonly<{
  did: string;
  handle: string;
  pds: string;
  appPassword: string;
  accessJwt: string;
  refreshJwt: string;
  /** When Posthorn received the access token, by our own clock. The server's clock may be hours off. */
  obtainedAt: string;
}>;

type Access = Pick<AccountAccess, 'credentials' | 'renew'>;

/** Posthorn refreshes a token this long before it expires, so that the token does not expire between preparing and publishing. */
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

/** Uses one session for many calls and renews it when needed. Servers allow only 30 logins in five minutes. */
export class BlueskySessions {
  constructor(
    private readonly xrpc: Xrpc,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` with a valid session. After a refused token, renews the session once and runs `work` again. This is safe, because
   * a refused call had no effect.
   * @throws ReconnectNeeded, CallHadNoEffect, and what `work` throws
   */
  async use<Result>(access: Access, work: (session: BlueskySession) => Promise<Result>): Promise<Result> {
    const stored = await access.credentials();
    const current = this.#expiresSoon(stored) ? await this.#renew(access, stored) : stored;
    try {
      return await work(sessionOf(current));
    } catch (error) {
      if (!isTokenRefusal(error)) throw error;
      const renewed = await this.#renew(access, current);
      return await this.#lastTry(sessionOf(renewed), work);
    }
  }

  /** Ends a session at its server; a session that has already ended counts as success. @throws XrpcError, OutgoingError, BreakerOpen */
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
      const isLoginLost = isTokenRefusal(error) && !error.isForwarded;
      throw isLoginLost ? new ReconnectNeeded(error.platformMessage) : error;
    }
  }

  /** Throws `CallHadNoEffect` for a failed renewal, because the call itself was not made. */
  async #renew(access: Access, stale: JsonObject): Promise<JsonObject> {
    try {
      return await access.renew(stale, (current) => this.#refresh(sessionOf(current)));
    } catch (error) {
      throw error instanceof ReconnectNeeded ? error : new CallHadNoEffect(error);
    }
  }

  async #refresh(session: BlueskySession): Promise<JsonObject> {
    try {
      const method = 'com.atproto.server.refreshSession';
      // Without a body, because the server would refuse it.
      const answer = await this.xrpc.procedure({ server: session.pds, method, token: session.refreshJwt });
      return { ...session, ...tokensIn(answer), obtainedAt: this.clock.now().toISOString() };
    } catch (error) {
      if (!(error instanceof XrpcError)) throw error;
      if (error.closed) throw new ReconnectNeeded(error.platformMessage);
      if (!error.refusesToken) throw error;
      return this.#logIn(session);
    }
  }

  async #logIn(session: BlueskySession): Promise<JsonObject> {
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

  #expiresSoon(credentials: JsonObject): boolean {
    const { accessJwt, obtainedAt } = sessionOf(credentials);
    const lifetime = lifetimeOf(accessJwt);
    if (lifetime === null) return false;
    const age = this.clock.now().getTime() - Date.parse(obtainedAt);
    return age > lifetime - Math.min(MARGIN_MS, lifetime / 4);
  }
}

/** The tokens in a response. Leaves out missing fields: an empty token must never replace a valid one. */
function tokensIn(answer: JsonObject): JsonObject {
  const found = Object.entries(answer).filter(
    ([name, value]) => ['accessJwt', 'refreshJwt', 'handle'].includes(name) && textOf(value) !== null,
  );
  return Object.fromEntries(found);
}

/** The lifetime in milliseconds, from the claims of the token; null if the token is not readable. Only the server verifies the claims. */
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
