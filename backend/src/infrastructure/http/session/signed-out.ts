import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { RequestRefused } from '../errors/request-refused.ts';

/** The request has no session, or its session has ended. */
export class SignedOut extends RequestRefused {
  constructor() {
    super('identity.signed-out', SIGN_IN_TEXT.signedOut);
  }
}
