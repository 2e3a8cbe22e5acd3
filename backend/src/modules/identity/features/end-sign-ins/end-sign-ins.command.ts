import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** Everybody has to sign in again, and no link that was mailed and no API token is good any more. Answers how many sessions ended. */
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
