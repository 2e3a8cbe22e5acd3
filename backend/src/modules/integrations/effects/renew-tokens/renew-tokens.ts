import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { accountStream, needReconnect, noteExpiry, type AccountState } from '../../domain/account/account.ts';
import { noteFailedRenewal, renewalStream } from '../../domain/account/renewal.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { expiryOf, permissionEndOf } from '#connectors/kit/oauth/oauth-credentials.ts';
import { CallHadNoEffect, ReconnectNeeded, RenewalFailed } from '#connectors/kit/outcomes.ts';
import { Connectors } from '#connectors/connectors.ts';
import { Credentials, CredentialsAreMissing } from '../../stores/credentials/credentials.ts';
import { AccountSession } from '../../gateways/connectors/publish/account-session.ts';

/**
 * The wait before a renewal is tried again. It can be this long because renewals start days before the tokens
 * end.
 */
const RETRY_MS = 15 * 60_000;

type KnownAccount = Exclude<AccountState, { status: 'new' }>;

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

  /**
   * @returns the milliseconds until the next check; stored fresh tokens overrule this time. Null: no check
   * before the tokens change
   */
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
      return RETRY_MS;
    } catch (error) {
      return this.#noteFailure(accountId, state, error);
    }
  }

  /** `postId: 0`: there is no post, because a renewal claims no remote post. */
  #access(accountId: number, state: KnownAccount) {
    return this.accounts.access({ accountId, ownerId: state.connection.ownerId, postId: 0 }, state);
  }

  /**
   * For a platform without refresh: marks the account when its permission has ended, according to the
   * database's clock.
   */
  async #endIfOver(accountId: number, state: KnownAccount, expiresAt: string | null): Promise<number | null> {
    if (expiresAt === null) return null;
    if (Date.parse(expiresAt) > (await this.clock.now()).getTime()) {
      await this.#noteExpiry(accountId);
      return RETRY_MS;
    }
    return this.#markEnded(accountId, state, 'expired', null);
  }

  async #noteFailure(accountId: number, state: KnownAccount, error: unknown): Promise<number | null> {
    const cause = error instanceof CallHadNoEffect ? error.cause : error;
    if (cause instanceof ReconnectNeeded)
      return this.#markEnded(accountId, state, 'reconnect', cause.platformMessage);
    if (cause instanceof CredentialsAreMissing) return this.#markEnded(accountId, state, 'reconnect', null);
    if (!isPlatformError(cause)) throw error;
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
    return RETRY_MS;
  }

  /** Records the end while the owner still has days to log in again. */
  async #noteExpiry(accountId: number): Promise<void> {
    const endsAt = permissionEndOf(await this.credentials.read(accountId));
    const now = await this.clock.now();
    await this.writer.decide(accountStream, accountId, (account) => noteExpiry(account, endsAt, now));
  }

  async #markEnded(
    accountId: number,
    { consentAt }: KnownAccount,
    reason: 'expired' | 'reconnect',
    words: string | null,
  ): Promise<null> {
    await this.writer.decide(accountStream, accountId, (account) =>
      needReconnect(account, { reason, words, consentAt }),
    );
    return null;
  }
}

/** True for errors of the platform or the network. An error in our own code must not mark the account. */
const isPlatformError = (error: unknown): boolean =>
  error instanceof RenewalFailed || error instanceof OutgoingError || error instanceof BreakerOpen;
