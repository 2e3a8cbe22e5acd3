import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { isAddressRefused, isSenderRefused } from '#infrastructure/mail/mail-failure.ts';

const LATER = { 'retry-after': '60' } as const;

/**
 * Translates the mail server's answer: try later, this address takes no mail, or the server takes none of our mails. It reveals no
 * accounts, because it looks none up.
 */
export class MailNotSent extends RequestRefused {
  /** @param later the text where trying again may help */
  constructor(cause: unknown, later: string = SIGN_IN_TEXT.mailNotSent) {
    super(...answerTo(cause, later));
    this.cause = withoutAddresses(cause);
  }
}

function answerTo(error: unknown, later: string): ConstructorParameters<typeof RequestRefused> {
  if (isAddressRefused(error)) return ['identity.address-refused', SIGN_IN_TEXT.addressRefused];
  if (isSenderRefused(error)) return ['identity.mail-refused', SIGN_IN_TEXT.mailRefused];
  return ['identity.mail-not-sent', later, LATER];
}

/** Mail servers repeat the receiver in their refusals, and the cause of an error is logged. */
function withoutAddresses(cause: unknown): Error {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new Error(said.replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]'));
}
