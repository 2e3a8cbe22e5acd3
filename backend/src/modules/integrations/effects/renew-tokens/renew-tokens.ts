import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { accountStream, needReconnect, noteExpiry, type AccountState } from '../../domain/account/account.ts';
import { noteFailedRenewal, renewalStream } from '../../domain/account/renewal.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { expiryOf, permissionEndOf } from '#connectors/kit/oauth/oauth-credentials.ts';
import { NothingHappened, ReconnectNeeded, RenewalFailed } from '#connectors/kit/outcomes.ts';
import { Connectors } from '#connectors/connectors.ts';
import { Credentials, CredentialsAreMissing } from '../../stores/credentials/credentials.ts';
import { AccountSession } from '../../gateways/connectors/publish/account-session.ts';

/** The wait before a failing platform is asked again; days are left. */
const LATER_MS = 15 * 60_000;

type Known = Exclude<AccountState, { status: 'new' }>;

/** Renews the tokens of a due account. */
@Injectable()
export class RenewTokens {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly credentials: Credentials,
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns the milliseconds until the next check, unless fresh tokens set another time; null: no check before the tokens change */
  async renew(accountId: number): Promise<number | null> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status !== 'active') return null;
    const connector = this.connectors.find(state.connection.platform);
    const refresh = connector?.refresh?.bind(connector);
    try {
      const stored = await this.credentials.read(accountId);
      if (!refresh) return await this.#endIfOver(accountId, state, expiryOf(stored));
      await this.#access(accountId, state).renew(stored, refresh);
      await this.#noteExpiry(accountId);
      return LATER_MS;
    } catch (error) {
      return this.#note(accountId, state, error);
    }
  }

  #access(accountId: number, state: Known) {
    return this.accounts.access({ accountId, ownerId: state.connection.ownerId, postId: 0 }, state);
  }

  /** Where only a new login renews, this marks the account as soon as its permission has ended by the database's clock. */
  async #endIfOver(accountId: number, state: Known, expiresAt: string | null): Promise<number | null> {
    if (expiresAt === null) return null;
    if (Date.parse(expiresAt) > (await this.clock.now()).getTime()) {
      await this.#noteExpiry(accountId);
      return LATER_MS;
    }
    return this.#markEnded(accountId, state, 'expired', null);
  }

  async #note(accountId: number, state: Known, error: unknown): Promise<number | null> {
    const cause = error instanceof NothingHappened ? error.cause : error;
    if (cause instanceof ReconnectNeeded)
      return this.#markEnded(accountId, state, 'reconnect', cause.platformMessage);
    if (cause instanceof CredentialsAreMissing) return this.#markEnded(accountId, state, 'reconnect', null);
    if (!isThePlatforms(cause)) throw error;
    const words = cause instanceof RenewalFailed ? cause.platformMessage : null;
    const { consentAt, connection } = state;
    const failedAt = (await this.clock.now()).toISOString();
    const failure = { accountId, ownerId: connection.ownerId, words, failedAt, consentAt };
    await this.writer.decide(renewalStream, accountId, (renewal) => noteFailedRenewal(renewal, failure));
    this.#logger.warn({
      msg: 'The tokens of an account were not renewed; it is tried again later',
      accountId,
      err: error,
    });
    await this.#noteExpiry(accountId);
    return LATER_MS;
  }

  /** Recorded while the owner still has days to log in again. */
  async #noteExpiry(accountId: number): Promise<void> {
    const endsAt = permissionEndOf(await this.credentials.read(accountId));
    const now = await this.clock.now();
    await this.writer.decide(accountStream, accountId, (account) => noteExpiry(account, endsAt, now));
  }

  async #markEnded(
    accountId: number,
    { consentAt }: Known,
    reason: 'expired' | 'reconnect',
    words: string | null,
  ): Promise<null> {
    await this.writer.decide(accountStream, accountId, (account) =>
      needReconnect(account, { reason, words, consentAt }),
    );
    return null;
  }
}

/** A fault of our own says nothing about the account. */
const isThePlatforms = (error: unknown): boolean =>
  error instanceof RenewalFailed || error instanceof OutgoingError || error instanceof BreakerOpen;
