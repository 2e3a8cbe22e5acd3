import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

export class MailNotSent extends RequestRefused {
  constructor(cause: unknown) {
    super(503, 'identity.mail-not-sent', SIGN_IN_TEXT.mailNotSent, { 'retry-after': '60' });
    this.cause = cause;
  }
}
