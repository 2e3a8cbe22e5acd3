import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { accountStream, needReconnect, type AccountState } from '../../domain/account.ts';
import { noteFailedRenewal, renewalStream } from '../../domain/renewal.ts';
import { BreakerOpen } from '../../connectors/breaker.ts';
import { expiryOf } from '../../connectors/oauth/oauth-credentials.ts';
import { NothingHappened, ReconnectNeeded, RenewalFailed } from '../../connectors/outcomes.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { Credentials, CredentialsAreMissing, type Due } from '../../vault/credentials.ts';
import { UsableAccounts } from '../publish/usable-accounts.ts';

/** A platform in trouble is asked again after this time; there are days left. */
const LATER_MS = 15 * 60_000;

type Known = Exclude<AccountState, { status: 'new' }>;

/** Renews the tokens of accounts whose time has come, `most` at a time. Answers how many there were. */
export class RenewTokens extends Command<number> {
  constructor(readonly most: number) {
    super();
  }
}

@CommandHandler(RenewTokens)
export class RenewTokensHandler implements ICommandHandler<RenewTokens> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly credentials: Credentials,
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
  ) {}

  async execute({ most }: RenewTokens): Promise<number> {
    const taken = await this.credentials.takeDue(most, LATER_MS);
    for (const due of taken) {
      try {
        await this.#renew(due);
      } catch (error) {
        // One account in trouble must not keep the others from their tokens.
        this.#logger.warn({ msg: 'tokens not renewed', accountId: due.accountId, err: error });
      }
    }
    return taken.length;
  }

  async #renew(due: Due): Promise<void> {
    const { accountId } = due;
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status !== 'active') return this.credentials.letBe(due);
    const connector = this.connectors.find(state.connection.platform);
    const refresh = connector?.refresh?.bind(connector);
    try {
      const stored = await this.credentials.read(accountId);
      if (refresh) await this.#access(accountId, state).renew(stored, refresh);
      else await this.#endIfOver(due, state, expiryOf(stored));
    } catch (error) {
      await this.#note(due, state, error);
    }
  }

  #access(accountId: number, state: Known) {
    return this.accounts.access({ accountId, ownerId: state.connection.ownerId, postId: 0 }, state);
  }

  /** Where only a new login renews, the account says so as soon as its permission has ended. */
  async #endIfOver(due: Due, state: Known, expiresAt: string | null): Promise<void> {
    if (expiresAt === null) return this.credentials.letBe(due);
    if (Date.parse(expiresAt) > this.clock.now().getTime()) return;
    await this.#markEnded(due, state, 'expired', null);
  }

  async #note(due: Due, state: Known, error: unknown): Promise<void> {
    const cause = error instanceof NothingHappened ? error.cause : error;
    if (cause instanceof ReconnectNeeded) return this.#markEnded(due, state, 'reconnect', cause.words);
    if (cause instanceof CredentialsAreMissing) return this.#markEnded(due, state, 'reconnect', null);
    if (isThePlatforms(cause)) {
      const words = cause instanceof RenewalFailed ? cause.words : null;
      const { consentAt, connection } = state;
      const failedAt = this.clock.now().toISOString();
      const failure = { accountId: due.accountId, ownerId: connection.ownerId, words, failedAt, consentAt };
      await this.writer.decide(renewalStream, due.accountId, (renewal) =>
        noteFailedRenewal(renewal, failure),
      );
    }
    throw error;
  }

  async #markEnded(
    due: Due,
    { consentAt }: Known,
    reason: 'expired' | 'reconnect',
    words: string | null,
  ): Promise<void> {
    await this.writer.decide(accountStream, due.accountId, (account) =>
      needReconnect(account, { reason, words, consentAt }),
    );
    await this.credentials.letBe(due);
  }
}

/** A fault of our own says nothing about the account. */
const isThePlatforms = (error: unknown): boolean =>
  error instanceof RenewalFailed || error instanceof OutgoingError || error instanceof BreakerOpen;
