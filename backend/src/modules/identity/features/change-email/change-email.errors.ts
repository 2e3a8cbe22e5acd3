import { EMAIL_CHANGE_TEXT } from '@posthorn/contracts/identity/email-change.http';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

/** Used, too old, altered, or a newer one was asked for. */
export class AccountLinkNotValid extends RequestRefused {
  constructor() {
    super(401, 'identity.link-not-valid', EMAIL_CHANGE_TEXT.linkNotValid);
  }
}

/** An address is never added to an account in which its reader is not: it could be a stranger's. */
export class OtherAccount extends RequestRefused {
  constructor() {
    super(403, 'identity.other-account', EMAIL_CHANGE_TEXT.otherAccount);
  }
}

/** Told to whoever reads that mailbox, and to nobody else. */
export class EmailTaken extends RequestRefused {
  constructor() {
    super(409, 'identity.email-taken', EMAIL_CHANGE_TEXT.taken);
  }
}
