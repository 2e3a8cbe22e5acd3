import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { OtherIdentityLinked } from '../../domain/identity.errors.ts';
import { link, userStream } from '../../domain/user.ts';
import { IdentityBook, type ProvenIdentity } from '../../identity-book.ts';
import { Sessions } from '../../sessions/sessions.ts';
import { SignInRefused } from '../provider-sign-in/sign-in-refused.ts';
import { linkedSignIns } from './linked-sign-ins.projection.ts';

/** Lets a user, who is signed in by this session, sign in with a provider from now on. */
export class LinkSignIn extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly identity: ProvenIdentity,
  ) {
    super();
  }
}

@CommandHandler(LinkSignIn)
export class LinkSignInHandler implements ICommandHandler<LinkSignIn> {
  constructor(
    private readonly book: IdentityBook,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly writer: StreamWriter,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId, sessionId, identity }: LinkSignIn): Promise<void> {
    if ((await this.book.claim(identity, userId)) !== userId) throw new SignInRefused('taken', '/settings');
    // The provider took its time. Who takes an account back ends sessions first, then empties the book.
    if (!(await this.sessions.isOpen(sessionId))) {
      await this.book.drop(identity, userId);
      throw new SignInRefused('expired');
    }
    const { provider, issuer, subject } = identity;
    try {
      const linkedAt = this.clock.now().toISOString();
      await this.writer.decide(userStream, userId, (user) =>
        link(user, { provider, issuer, subject }, linkedAt),
      );
    } catch (error) {
      if (!(error instanceof OtherIdentityLinked)) throw error;
      await this.book.drop(identity, userId);
      throw new SignInRefused('otherConnected', '/settings', { cause: error });
    }
    await this.gate.waitFor([linkedSignIns.name]);
  }
}
