import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sessions } from '../../sessions/sessions.ts';
import { AccountLinks } from './account-links.ts';
import { AccountLinkNotValid } from './change-email.errors.ts';

/** Whoever reads the address that an account had says that they have not changed it: everybody is signed out. */
export class EndSessionsByMail extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(EndSessionsByMail)
export class EndSessionsByMailHandler implements ICommandHandler<EndSessionsByMail> {
  constructor(
    private readonly links: AccountLinks,
    private readonly sessions: Sessions,
  ) {}

  async execute({ token }: EndSessionsByMail): Promise<void> {
    const userId = await this.links.saidNotMe(token);
    if (userId === null) throw new AccountLinkNotValid();
    await this.sessions.endAllOf(userId);
  }
}
