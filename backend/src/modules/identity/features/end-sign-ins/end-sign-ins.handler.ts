import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiTokens } from '../../api-tokens/api-tokens.ts';
import { EndAllSignIns } from '../../public.ts';
import { Sessions } from '../../sessions/sessions.ts';
import { AccountLinks } from '../change-email/account-links.ts';
import { SignInLinks } from '../request-link/sign-in-links.ts';

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
