import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { CredentialsRefused, ServerUnreachable, TooManySignIns } from '../kit/connect-failures.ts';
import { listOf, objectOf, textOf } from '../kit/json.ts';
import { retryTime } from '../kit/outcomes.ts';
import {
  isDid,
  isWithoutAnswer,
  NotFound,
  normalHandle,
  pdsOf,
  type BlueskyIdentity,
} from './client/identity.ts';
import type { BlueskySession } from './tokens.ts';
import { XrpcError, type Xrpc } from './client/client.ts';

/** The server for the login, and the account's id. `did` is null if only the login itself can show it. */
type Home = Readonly<{ pds: string; did: string | null }>;

/** Logs in with the user's input, at the server of the account. */
export class BlueskyLogin {
  constructor(
    private readonly identity: BlueskyIdentity,
    private readonly xrpc: Xrpc,
    private readonly clock: Clock,
  ) {}

  /** @throws CredentialsRefused, TooManySignIns, ServerUnreachable */
  async login(typed: string, appPassword: string): Promise<BlueskySession> {
    const handle = normalHandle(typed);
    const { service } = this.identity.directoryFor(handle);
    try {
      const home = handle.includes('@') ? { pds: service, did: null } : await this.#homeOf(handle, service);
      return await this.#sessionAt(home, handle, appPassword);
    } catch (error) {
      throw this.#explain(error, handle, service);
    }
  }

  async #homeOf(handle: string, service: string): Promise<Home> {
    try {
      const did = isDid(handle) ? handle : await this.identity.didOf(handle);
      const document = await this.identity.documentOf(did, this.identity.directoryFor(handle));
      if (!isDid(handle) && !this.identity.claims(document, handle)) {
        throw new CredentialsRefused(CONNECT_TEXT.handleNotConfirmed(handle), { handle });
      }
      const pds = pdsOf(document);
      if (pds === null) throw new NotFound(`${did} has no server.`);
      return { pds, did };
    } catch (error) {
      // If a directory does not respond, accounts of the service itself can still log in. Posthorn must not send the password of
      // any other account to the service.
      if (isWithoutAnswer(error) && (await this.#isOwnHandleOf(service, handle)))
        return { pds: service, did: null };
      throw error;
    }
  }

  async #isOwnHandleOf(service: string, handle: string): Promise<boolean> {
    try {
      const server = await this.xrpc.query({ server: service, method: 'com.atproto.server.describeServer' });
      return listOf(server['availableUserDomains']).some(
        (domain) => typeof domain === 'string' && domain.length > 1 && handle.endsWith(domain),
      );
    } catch {
      // The caller then throws its first error: the server of this account is not known.
      return false;
    }
  }

  async #sessionAt(home: Home, handle: string, appPassword: string): Promise<BlueskySession> {
    const session = await this.xrpc.procedure({
      server: home.pds,
      method: 'com.atproto.server.createSession',
      body: { identifier: handle, password: appPassword },
    });
    if (session['active'] === false) throw new CredentialsRefused(CONNECT_TEXT.accountClosed);
    const did = textOf(session['did']);
    const accessJwt = textOf(session['accessJwt']);
    const refreshJwt = textOf(session['refreshJwt']);
    // If a server opens a session for a different account, Posthorn does not use this session.
    if (did === null || !isDid(did) || (home.did !== null && home.did !== did) || !accessJwt || !refreshJwt) {
      throw new CredentialsRefused(CONNECT_TEXT.blueskyFailed);
    }
    const pds = pdsOf(objectOf(session['didDoc'])) ?? home.pds;
    const obtainedAt = this.clock.now().toISOString();
    return { did, handle: handleIn(session, handle), pds, appPassword, accessJwt, refreshJwt, obtainedAt };
  }

  #explain(error: unknown, handle: string, service: string): unknown {
    if (error instanceof NotFound)
      return new CredentialsRefused(CONNECT_TEXT.handleUnknown(handle), { handle });
    if (error instanceof XrpcError && error.throttles) {
      const now = this.clock.now();
      const minutes = Math.ceil((retryTime(error.headers, now).getTime() - now.getTime()) / 60_000);
      return new TooManySignIns(CONNECT_TEXT.tooManySignIns(minutes), { minutes });
    }
    if (error instanceof XrpcError && error.status < 500 && error.body !== null) {
      if (error.code === 'AuthFactorTokenRequired')
        return new CredentialsRefused(CONNECT_TEXT.appPasswordNeeded);
      return new CredentialsRefused(error.closed ? CONNECT_TEXT.accountClosed : CONNECT_TEXT.blueskyFailed);
    }
    const host = error instanceof Error && 'host' in error ? String(error.host) : new URL(service).host;
    return isWithoutAnswer(error) || error instanceof XrpcError
      ? new ServerUnreachable(CONNECT_TEXT.serverUnreachable(host), { host })
      : error;
  }
}

/** The handle to show. For a broken handle, servers return `handle.invalid`. An e-mail address is never shown as a name. */
function handleIn(session: JsonObject, typed: string): string {
  const handle = textOf(session['handle']);
  if (handle !== null && handle !== 'handle.invalid') return handle;
  return typed.includes('@') ? (textOf(session['did']) ?? typed) : typed;
}
