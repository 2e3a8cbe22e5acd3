import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { networkOf } from '#infrastructure/http/edge/network-of.ts';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import { signInMail } from '../../pages/mails/sign-in-mail.ts';
import { linkLine, Terminal } from '../../pages/mails/terminal.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { MailNotSent } from '../../pages/mails/mail-not-sent.ts';
import {
  MAILS_PER_ADDRESS,
  MAILS_PER_ADDRESS_AND_NETWORK,
  MAILS_PER_KNOWN_BROWSER,
  MAILS_PER_NETWORK,
} from '../../stores/sign-in-links/sign-in-limits.ts';
import { SignInLinks } from '../../stores/sign-in-links/sign-in-links.ts';

/** The sender of the request. */
export type LinkRequester = Readonly<{
  /** The secret of the asking browser, kept in its cookie. */
  flow: string;
  ip: string;
  /** The browser's id if it has signed in with this address before; see `KnownBrowsers`. */
  knownAs: string | null;
  /** Whether the request began on this machine, as `isAskedHere` decides. */
  isHere: boolean;
}>;

/**
 * Mails a sign-in link with its code. The result does not depend on whether the address is known. The mail is no effect of the engine: a person waits for
 * the mail server's answer, and only digests of its secrets are stored. After a crash the person asks again, and a second mail does no harm.
 */
export class RequestLink extends Command<RequestedLink> {
  constructor(
    /** As it was written, in lower case. */
    readonly email: string,
    readonly asking: LinkRequester,
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

  async execute({ email: written, asking }: RequestLink): Promise<RequestedLink> {
    const email = canonicalAddress(written) ?? written;
    await this.takeAllowance(email, asking);
    const { publicUrl, smtpUrl, sandbox, bindAddress } = this.configuration;
    const { token, code } = await this.links.add(written, asking.flow);
    const link = `${publicUrl}/api/login/verify?token=${token}`;
    await this.mail(signInMail(email, { link, code }), token);
    if (smtpUrl) return { link: null };
    if (isLoopback(bindAddress)) this.terminal.print(linkLine('Sign-in', email, link));
    // A link shown to strangers would open any account. An installation that others can reach has to mail it.
    return { link: sandbox && asking.isHere ? link : null };
  }

  /** The order matters: a request that the network's limit refuses must not count for the mailbox. @throws RequestRefused 429 */
  private async takeAllowance(email: string, { ip, knownAs }: LinkRequester): Promise<void> {
    const address = (await this.digests.digestOf(email)).toString('hex');
    if (knownAs !== null) {
      await this.limits.take(MAILS_PER_KNOWN_BROWSER, `${knownAs} ${address}`);
      return;
    }
    const network = networkOf(ip);
    await this.limits.take(MAILS_PER_NETWORK, network);
    await this.limits.take(MAILS_PER_ADDRESS_AND_NETWORK, `${network} ${address}`);
    await this.limits.take(MAILS_PER_ADDRESS, address);
  }

  private async mail(mail: Mail, token: string): Promise<void> {
    try {
      await this.mailer.send(mail);
    } catch (error) {
      await this.links.drop(token);
      throw new MailNotSent(error);
    }
  }
}
