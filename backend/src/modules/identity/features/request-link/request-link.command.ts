import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { RateLimits } from '#infrastructure/http/rate-limits.ts';
import { Mailer } from '../../mail/mailer.ts';
import { signInMail } from '../../mail/sign-in-mail.ts';
import { Terminal } from '../../mail/terminal.ts';
import { PersonalDigests } from '../../personal-digests.ts';
import { MailNotSent } from './mail-not-sent.ts';
import { MAILS_PER_ADDRESS, MAILS_PER_NETWORK, networkOf } from './sign-in-limits.ts';
import { SignInLinks } from './sign-in-links.ts';

/** Mails a sign-in link. Nothing of what happens depends on whether the address is known. */
export class RequestLink extends Command<RequestedLink> {
  constructor(
    /** Lower case. */
    readonly email: string,
    /** The secret of the asking browser, kept in its cookie. */
    readonly flow: string,
    readonly ip: string,
    /** Whether the request began on this machine, as `isAskedHere` tells. */
    readonly isHere: boolean,
  ) {
    super();
  }
}

/** `link` only where the page may show it: in the sandbox, without a mail server, to people at this machine. */
export type RequestedLink = Readonly<{ link: string | null }>;

@CommandHandler(RequestLink)
export class RequestLinkHandler implements ICommandHandler<RequestLink> {
  constructor(
    private readonly limits: RateLimits,
    private readonly digests: PersonalDigests,
    private readonly links: SignInLinks,
    private readonly mailer: Mailer,
    private readonly terminal: Terminal,
    private readonly configuration: Configuration,
  ) {}

  async execute({ email, flow, ip, isHere }: RequestLink): Promise<RequestedLink> {
    await this.limits.take(MAILS_PER_NETWORK, networkOf(ip));
    await this.limits.take(MAILS_PER_ADDRESS, (await this.digests.of(email)).toString('hex'));
    const { publicUrl, smtpUrl, sandbox, bindAddress } = this.configuration;
    const token = await this.links.add(email, flow);
    const link = `${publicUrl}/api/login/verify?token=${token}`;
    await this.mail(email, link, token);
    if (smtpUrl) return { link: null };
    if (isLoopback(bindAddress)) this.terminal.say(`Sign-in link for ${email}: ${link}`);
    // Shown to strangers, it would open anybody's account: an installation that others reach has to mail it.
    return { link: sandbox && isHere ? link : null };
  }

  private async mail(email: string, link: string, token: string): Promise<void> {
    try {
      await this.mailer.send(signInMail(email, link));
    } catch (error) {
      await this.links.drop(token);
      throw new MailNotSent(error);
    }
  }
}
