import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { RequestRefused } from '../errors/request-refused.ts';

/** Nobody is signed in, or not any more. */
export class SignedOut extends RequestRefused {
  constructor() {
    super('identity.signed-out', SIGN_IN_TEXT.signedOut);
  }
}
