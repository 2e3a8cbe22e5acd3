import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { unlink, userStream } from '../../domain/user.ts';
import { IdentityBook } from '../../identity-book.ts';

/** From now on the provider signs this user in no more. Repeating it changes nothing. */
export class UnlinkSignIn extends Command<void> {
  constructor(
    readonly userId: string,
    readonly provider: SignInProvider,
  ) {
    super();
  }
}

@CommandHandler(UnlinkSignIn)
export class UnlinkSignInHandler implements ICommandHandler<UnlinkSignIn> {
  constructor(
    private readonly writer: StreamWriter,
    private readonly book: IdentityBook,
  ) {}

  async execute({ userId, provider }: UnlinkSignIn): Promise<void> {
    // The event first: a row without it signs nobody in, but a refusal after the row is gone would lock the user out.
    await this.writer.decide(userStream, userId, (user) => unlink(user, provider));
    await this.book.dropAll(userId, provider);
  }
}
