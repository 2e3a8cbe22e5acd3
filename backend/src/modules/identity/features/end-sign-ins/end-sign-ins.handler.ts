import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
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
  ) {}

  async execute(): Promise<number> {
    await this.links.forgetAll();
    await this.accountLinks.forgetAll();
    return this.sessions.endEveryones();
  }
}
