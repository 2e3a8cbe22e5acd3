import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** To whoever proves to be somebody who has asked to be deleted. */
export class BeingDeleted extends refusal('identity.being-deleted', ACCOUNT_TEXT.beingDeleted) {}

/** What was typed is not the name of the account. */
export class NotConfirmed extends refusal('identity.not-confirmed', ACCOUNT_TEXT.notConfirmed) {}
