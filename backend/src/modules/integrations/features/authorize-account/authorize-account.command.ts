import type { ConsentResult } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { DomainError } from '@posthorn/event-sourcing';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppName } from '#infrastructure/config/app-names.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '../../connectors/breaker.ts';
import type { Callback, OAuthConnection } from '../../connectors/oauth/oauth-connection.ts';
import { PlatformIsMissing, Connectors } from '../../connectors/connectors.ts';
import type { RemoteAccount } from '../../connectors/contract/connector.ts';
import { AccountIntake } from '../connect-account/account-intake.ts';
import { WaitingChoices } from './waiting-choices.ts';

/** Ends a consent: connects the one account behind it, or keeps several for their owner to choose from. */
export class AuthorizeAccount extends Command<ConsentResult> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly app: AppName,
    readonly callback: Callback,
  ) {
    super();
  }
}

/** By the codes of the errors that consent may end with. */
const REFUSALS: Readonly<Record<string, Exclude<ConsentResult, { kind: 'connected' | 'choose' }>['reason']>> =
  {
    'integrations.scopes-missing': 'scopes',
    'integrations.no-account': 'no-account',
    'integrations.account-limit-reached': 'limit',
  };

@CommandHandler(AuthorizeAccount)
export class AuthorizeAccountHandler implements ICommandHandler<AuthorizeAccount> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly connectors: Connectors,
    private readonly intake: AccountIntake,
    private readonly waiting: WaitingChoices,
  ) {}

  /** @throws PlatformIsMissing; every other refusal is a result */
  async execute({ userId, sessionId, app, callback }: AuthorizeAccount): Promise<ConsentResult> {
    const connection = this.connectors.connection(app);
    if (!connection) throw new PlatformIsMissing();
    const [platform] = connection.platforms;
    const { query } = callback;
    if (!query.has('code')) {
      // RFC 6749 section 4.1.2.1; one platform calls it `user_cancelled_login`.
      const isDenied = /denied|cancel/iu.test(
        `${query.get('error') ?? ''} ${query.get('error_reason') ?? ''}`,
      );
      return { kind: 'refused', platform, reason: isDenied ? 'denied' : 'failed' };
    }
    try {
      const { accounts } = await connection.redeem(callback);
      return await this.#takeIn({ userId, sessionId }, connection, accounts);
    } catch (error) {
      return this.#refused(platform, error);
    }
  }

  async #takeIn(
    owner: Readonly<{ userId: string; sessionId: string }>,
    { name, platforms: [platform] }: OAuthConnection,
    accounts: readonly RemoteAccount[],
  ): Promise<ConsentResult> {
    const [only, ...others] = accounts;
    if (!only) return { kind: 'refused', platform, reason: 'no-account' };
    if (others.length > 0) {
      await this.waiting.keep(owner, name, accounts);
      return { kind: 'choose', platform };
    }
    const { renewed } = await this.intake.takeOrRenew(owner.userId, only);
    return { kind: 'connected', platform, already: renewed };
  }

  #refused(platform: Platform, error: unknown): ConsentResult {
    if (error instanceof DomainError) {
      this.#logger.log({ msg: 'consent not used', platform, code: error.code, why: error.message });
      return { kind: 'refused', platform, reason: REFUSALS[error.code] ?? 'failed' };
    }
    if (error instanceof OutgoingError || error instanceof BreakerOpen) {
      this.#logger.warn({ msg: 'platform not reached for a consent', platform, why: error.message });
      return { kind: 'refused', platform, reason: 'unreachable' };
    }
    // A person is on the way back from another site: they are told, whatever it was.
    this.#logger.error({ msg: 'consent not used', platform, err: error });
    return { kind: 'refused', platform, reason: 'failed' };
  }
}
