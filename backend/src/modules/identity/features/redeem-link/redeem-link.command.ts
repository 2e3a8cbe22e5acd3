import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LinkElsewhere, LinkNotValid } from '../../domain/identity.errors.ts';
import type { Browser, Entered } from '../../stores/sessions/sessions.ts';
import { SignInLinks, type LinkProof } from '../../stores/sign-in-links/sign-in-links.ts';
import { MailboxSignIn } from './mailbox-sign-in.ts';

/** Signs in with a mailed link, in the browser that requested it. A link works once. @throws LinkElsewhere, LinkNotValid */
export class RedeemLink extends Command<Entered> {
  constructor(
    readonly proof: LinkProof,
    readonly browser: Browser,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RedeemLink)
export class RedeemLinkHandler implements ICommandHandler<RedeemLink> {
  constructor(
    private readonly links: SignInLinks,
    private readonly mailbox: MailboxSignIn,
  ) {}

  async execute({ proof, browser, requestId }: RedeemLink): Promise<Entered> {
    const found = await this.links.find(proof);
    if (found === 'elsewhere') throw new LinkElsewhere();
    const entered = found && (await this.mailbox.enter(found, browser, requestId));
    if (!entered) throw new LinkNotValid();
    return entered;
  }
}
