import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

/** The parts of nodemailer's errors that are read here (nodemailer.com/errors): reply codes are those of RFC 5321. */
type MailFailure = Readonly<{ code?: string; command?: string; permanent?: boolean; response?: string }>;

/** "You may not", of whatever kind (RFC 3463 section 3.8): about us, not about the receiver. */
const POLICY = /^\d{3}[ -]5\.7\./;
const LATER = { 'retry-after': '60' } as const;

/**
 * Says what the mail server said: come again, this address takes no mail, or none of ours is taken. It tells nobody who has
 * an account here, because no account is asked for.
 */
export class MailNotSent extends RequestRefused {
  constructor(cause: unknown) {
    super(...answerTo(cause instanceof Error ? (cause as MailFailure) : {}));
    this.cause = withoutAddresses(cause);
  }
}

function answerTo(failure: MailFailure): ConstructorParameters<typeof RequestRefused> {
  const { code, command, permanent = false, response = '' } = failure;
  if (permanent && command === 'RCPT TO' && !POLICY.test(response))
    return [422, 'identity.address-refused', SIGN_IN_TEXT.addressRefused];
  if (permanent || code === 'EAUTH') return [503, 'identity.mail-refused', SIGN_IN_TEXT.mailRefused];
  return [503, 'identity.mail-not-sent', SIGN_IN_TEXT.mailNotSent, LATER];
}

/** Mail servers repeat the receiver in their refusals, and what is the cause of an error goes into the log. */
function withoutAddresses(cause: unknown): Error {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new Error(said.replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]'));
}
