import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sessions, type OpenedSession } from '../../sessions/sessions.ts';
import { SignInLinks, type LinkProof } from '../request-link/sign-in-links.ts';
import { Arrivals } from './arrivals.ts';
import { LinkNotValid } from './link-not-valid.ts';

/** Uses a link up: registers at the first time, ends the browser's old session and opens a new one. */
export class RedeemLink extends Command<OpenedSession> {
  constructor(
    readonly proof: LinkProof,
    readonly browser: Readonly<{ name: string; oldSession: string | null }>,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RedeemLink)
export class RedeemLinkHandler implements ICommandHandler<RedeemLink> {
  constructor(
    private readonly links: SignInLinks,
    private readonly arrivals: Arrivals,
    private readonly sessions: Sessions,
  ) {}

  async execute({ proof, browser, requestId }: RedeemLink): Promise<OpenedSession> {
    const email = await this.links.emailFor(proof);
    if (!email) throw new LinkNotValid();
    // Facts first: if the log is away the link stays good for another try.
    const userId = await this.arrivals.welcome(email, requestId);
    if (!(await this.links.take(proof))) throw new LinkNotValid();
    const session = await this.sessions.open(userId, browser.name);
    if (browser.oldSession) await this.sessions.endByToken(browser.oldSession);
    await this.sessions.sweep();
    return session;
  }
}
