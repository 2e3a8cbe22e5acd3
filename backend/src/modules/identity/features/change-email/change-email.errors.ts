import { EMAIL_CHANGE_TEXT } from '@posthorn/contracts/identity/email-change.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Used, too old, altered, or a newer one was asked for. */
export class AccountLinkNotValid extends refusal('identity.link-not-valid', EMAIL_CHANGE_TEXT.linkNotValid) {}

/** An address is never added to an account in which its reader is not: it could be a stranger's. */
export class OtherAccount extends refusal('identity.other-account', EMAIL_CHANGE_TEXT.otherAccount) {}

/** Told to whoever reads that mailbox, and to nobody else. */
export class EmailTaken extends refusal('identity.email-taken', EMAIL_CHANGE_TEXT.taken) {}
