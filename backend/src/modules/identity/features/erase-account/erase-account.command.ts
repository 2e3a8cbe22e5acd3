import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SignInNotFresh } from '#infrastructure/http/edge/sign-in-not-fresh.ts';
import { Clock } from '#infrastructure/clock.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { erasureStream, requestErasure } from '../../domain/erasure/erasure.ts';
import { userStream } from '../../domain/user/user.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import type { EmailChangeRequester } from '../../effects/email-changes/request-email-change.ts';
import { NotConfirmed } from '../../domain/identity.errors.ts';

/** Starts the erasure of an account, which cannot be undone. Runs inside a CauseContext. */
export class EraseAccount extends Command<void> {
  constructor(
    readonly user: EmailChangeRequester,
    /** The user name, as the user entered it. */
    readonly confirm: string,
  ) {
    super();
  }
}

@CommandHandler(EraseAccount)
export class EraseAccountHandler implements ICommandHandler<EraseAccount> {
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly sessions: Sessions,
    private readonly tokens: ApiTokens,
    private readonly clock: Clock,
    private readonly leaving: UsersBeingErased,
  ) {}

  /**
   * After the event, this user cannot sign in. This handler ends the open sessions, and the first step of the erasure ends them again. A
   * repeated request gets the same response.
   * @throws SignInNotFresh, NotConfirmed
   */
  async execute({ user: { userId, sessionId }, confirm }: EraseAccount): Promise<void> {
    if (!(await this.sessions.isFresh(sessionId))) {
      // This is a repeated request: the first request has ended the session.
      if (await this.leaving.has(userId)) return;
      throw new SignInNotFresh(ACCOUNT_TEXT.notFresh);
    }
    const { state: user } = await this.reader.load(userStream, userId);
    if (user?.username !== confirm) throw new NotConfirmed();
    const requestedAt = this.clock.now().toISOString();
    await this.writer.decide(erasureStream, userId, (erasure) =>
      requestErasure(erasure, userId, requestedAt),
    );
    await this.sessions.endAllOf(userId);
    await this.tokens.closeAllOf(userId);
  }
}
