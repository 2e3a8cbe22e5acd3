import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { RequestRefused } from '../errors/request-refused.ts';

/** Nobody is signed in, or not any more. */
export class SignedOut extends RequestRefused {
  constructor() {
    super('identity.signed-out', SIGN_IN_TEXT.signedOut);
  }
}
