import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

/** Used, too old, altered or opened in another browser: the answer is the same. */
export class LinkNotValid extends RequestRefused {
  constructor() {
    super(401, 'identity.link-not-valid', SIGN_IN_TEXT.linkNotValid);
  }
}
