import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { OtherAccountLinkNotValid } from '../../domain/identity.errors.ts';
import { userStream } from '../../domain/user/user.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import { Sessions, type Browser, type Entered } from '../../stores/sessions/sessions.ts';

/** Signs in to an account that lost its address because the earlier owner of the address took it back. */
export class OpenOtherAccount extends Command<Entered> {
  constructor(
    readonly token: string,
    readonly browser: Browser,
  ) {
    super();
  }
}

@CommandHandler(OpenOtherAccount)
export class OpenOtherAccountHandler implements ICommandHandler<OpenOtherAccount> {
  constructor(
    private readonly links: AccountLinks,
    private readonly reader: EventReader,
    private readonly sessions: Sessions,
    private readonly leaving: UsersBeingErased,
  ) {}

  /** @throws OtherAccountLinkNotValid, also if the account has an address again or is being deleted */
  async execute({ token, browser }: OpenOtherAccount): Promise<Entered> {
    const userId = await this.links.otherAccountOf(token);
    if (userId === null || (await this.leaving.has(userId))) throw new OtherAccountLinkNotValid();
    const { state: user } = await this.reader.load(userStream, userId);
    if (user?.email !== null) throw new OtherAccountLinkNotValid();
    return { ...(await this.sessions.enter(userId, browser)), email: null };
  }
}
