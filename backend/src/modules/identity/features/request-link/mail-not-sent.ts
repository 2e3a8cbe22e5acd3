import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

export class MailNotSent extends RequestRefused {
  constructor(cause: unknown) {
    super(503, 'identity.mail-not-sent', SIGN_IN_TEXT.mailNotSent, { 'retry-after': '60' });
    this.cause = withoutAddresses(cause);
  }
}

/** Mail servers repeat the receiver in their refusals, and what is the cause of an error goes into the log. */
function withoutAddresses(cause: unknown): Error {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new Error(said.replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]'));
}
