import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { isAddressRefused, mailFailureOf } from '#infrastructure/mail/mail-failure.ts';

const LATER = { 'retry-after': '60' } as const;

/**
 * Says what the mail server said: come again, this address takes no mail, or none of ours is taken. It tells nobody who has
 * an account here, because no account is asked for.
 */
export class MailNotSent extends RequestRefused {
  /** @param later what is said where trying again may help */
  constructor(cause: unknown, later: string = SIGN_IN_TEXT.mailNotSent) {
    super(...answerTo(cause, later));
    this.cause = withoutAddresses(cause);
  }
}

function answerTo(error: unknown, later: string): ConstructorParameters<typeof RequestRefused> {
  const { code, permanent = false } = mailFailureOf(error);
  if (isAddressRefused(error)) return ['identity.address-refused', SIGN_IN_TEXT.addressRefused];
  if (permanent || code === 'EAUTH') return ['identity.mail-refused', SIGN_IN_TEXT.mailRefused];
  return ['identity.mail-not-sent', later, LATER];
}

/** Mail servers repeat the receiver in their refusals, and what is the cause of an error goes into the log. */
function withoutAddresses(cause: unknown): Error {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new Error(said.replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]'));
}
