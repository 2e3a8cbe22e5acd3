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
  /** The secret in the cookie of the requesting browser. */
  flow: string;
  ip: string;
  /** The id of the browser, if it has signed in with this address before; see `KnownBrowsers`. */
  knownAs: string | null;
  /** Whether the request probably began on this machine, as `isFromHere` in the controller decides. */
  isHere: boolean;
}>;

/**
 * Mails a sign-in link and its code. The result is the same for known and unknown addresses. The mail is not an effect of the engine: a
 * person waits for the mail server, and the product stores only digests of the secrets. After a crash, the person requests another mail,
 * which does no harm.
 */
export class RequestLink extends Command<RequestedLink> {
  constructor(
    /** The address as the person wrote it, in lower case. */
    readonly email: string,
    readonly requester: LinkRequester,
  ) {
    super();
  }
}

/** `link`: only if the page may show the link: in the sandbox, without a mail server, to people at this machine. */
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

  async execute({ email: written, requester }: RequestLink): Promise<RequestedLink> {
    const email = canonicalAddress(written) ?? written;
    await this.takeFromLimits(email, requester);
    const { publicUrl, smtpUrl, sandbox, bindAddress } = this.configuration;
    const { token, code } = await this.links.add(written, requester.flow);
    const link = `${publicUrl}/api/login/verify?token=${token}`;
    await this.mail(signInMail(email, { link, code }), token);
    if (smtpUrl) return { link: null };
    if (isLoopback(bindAddress)) this.terminal.print(linkLine('Sign-in', email, link));
    // Must not show the link to strangers, because it would open any account. If others can reach the installation, they need the mail.
    return { link: sandbox && requester.isHere ? link : null };
  }

  /**
   * Checks the limits in this order, so that a request that the limit of the network refuses does not count for the mailbox.
   * @throws RequestRefused 429
   */
  private async takeFromLimits(email: string, { ip, knownAs }: LinkRequester): Promise<void> {
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
