import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** Ends all sessions, mailed links and API tokens of all users. Returns the number of ended sessions. */
export class EndAllSignIns extends Command<number> {}

@CommandHandler(EndAllSignIns)
export class EndAllSignInsHandler implements ICommandHandler<EndAllSignIns> {
  constructor(
    private readonly sessions: Sessions,
    private readonly links: SignInLinks,
    private readonly accountLinks: AccountLinks,
    private readonly tokens: ApiTokens,
  ) {}

  async execute(): Promise<number> {
    await this.links.forgetAll();
    await this.accountLinks.forgetAll();
    await this.tokens.closeEveryones();
    return this.sessions.endEveryones();
  }
}
