import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { isAddressRefused, isSenderRefused } from '#infrastructure/mail/mail-failure.ts';

const LATER = { 'retry-after': '60' } as const;

/**
 * Translates the response of the mail server: a later try may help, the address accepts no mail, or the server accepts none of our mails.
 * The error does not reveal whether the address has an account.
 */
export class MailNotSent extends RequestRefused {
  /** @param later the sentence if a later try may help */
  constructor(cause: unknown, later: string = SIGN_IN_TEXT.mailNotSent) {
    super(...errorFor(cause, later));
    this.cause = withoutAddresses(cause);
  }
}

function errorFor(error: unknown, later: string): ConstructorParameters<typeof RequestRefused> {
  if (isAddressRefused(error)) return ['identity.address-refused', SIGN_IN_TEXT.addressRefused];
  if (isSenderRefused(error)) return ['identity.mail-refused', SIGN_IN_TEXT.mailRefused];
  return ['identity.mail-not-sent', later, LATER];
}

/** Removes addresses from the cause, because the log contains it, and mail servers repeat the receiver in their refusals. */
function withoutAddresses(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(message.replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]'));
}
