import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { accountStream, needReconnect, noteFailedRenewal, type AccountState } from '../../domain/account.ts';
import { expiryOf } from '../../providers/oauth/oauth-credentials.ts';
import { NothingHappened, ReconnectNeeded, RenewalFailed } from '../../providers/outcomes.ts';
import { Providers } from '../../providers/providers.ts';
import { Credentials, CredentialsAreMissing } from '../../vault/credentials.ts';
import { AccountDesk } from '../publish/account-desk.ts';

/** A platform in trouble is asked again after this time; there are days left. */
const LATER_MS = 15 * 60_000;

/** Renews the tokens of accounts whose time has come, `most` at a time. Answers how many there were. */
export class RenewTokens extends Command<number> {
  constructor(readonly most = 20) {
    super();
  }
}

@CommandHandler(RenewTokens)
export class RenewTokensHandler implements ICommandHandler<RenewTokens> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly credentials: Credentials,
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
  ) {}

  async execute({ most }: RenewTokens): Promise<number> {
    const due = await this.credentials.takeDue(most, LATER_MS);
    for (const accountId of due) {
      try {
        await this.#renew(accountId);
      } catch (error) {
        // One account in trouble must not keep the others from their tokens.
        this.#logger.warn({ msg: 'tokens not renewed', accountId, err: error });
      }
    }
    return due.length;
  }

  async #renew(accountId: number): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status !== 'active') return this.credentials.letBe(accountId);
    const provider = this.providers.find(state.connection.platform);
    const refresh = provider?.refresh?.bind(provider);
    try {
      const stored = await this.credentials.read(accountId);
      if (refresh) await this.#access(accountId, state).renew(stored, refresh);
      else await this.#endIfOver(accountId, expiryOf(stored));
    } catch (error) {
      await this.#note(accountId, error);
    }
  }

  #access(accountId: number, state: Exclude<AccountState, { status: 'new' }>) {
    return this.desk.access({ accountId, ownerId: state.connection.ownerId, postId: 0 }, state);
  }

  /** Where only a new login renews, the account says so as soon as its permission has ended. */
  async #endIfOver(accountId: number, expiresAt: string | null): Promise<void> {
    if (expiresAt === null) return this.credentials.letBe(accountId);
    if (Date.parse(expiresAt) > this.clock.now().getTime()) return;
    await this.writer.decide(accountStream, accountId, (account) => needReconnect(account, 'expired', null));
    await this.credentials.letBe(accountId);
  }

  async #note(accountId: number, error: unknown): Promise<void> {
    const cause = error instanceof NothingHappened ? error.cause : error;
    if (cause instanceof ReconnectNeeded || cause instanceof CredentialsAreMissing) {
      const words = cause instanceof ReconnectNeeded ? cause.words : null;
      await this.writer.decide(accountStream, accountId, (account) =>
        needReconnect(account, 'reconnect', words),
      );
      await this.credentials.letBe(accountId);
      return;
    }
    const words = cause instanceof RenewalFailed ? cause.words : null;
    const failedAt = this.clock.now().toISOString();
    await this.writer.decide(accountStream, accountId, (account) =>
      noteFailedRenewal(account, words, failedAt),
    );
    throw error;
  }
}
