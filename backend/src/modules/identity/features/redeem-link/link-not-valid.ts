import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Used, too old, altered or opened in another browser: the answer is the same. */
export class LinkNotValid extends refusal('identity.link-not-valid', SIGN_IN_TEXT.linkNotValid) {}
