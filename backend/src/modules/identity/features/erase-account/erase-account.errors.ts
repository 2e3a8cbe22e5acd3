import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

/** To whoever proves to be somebody who has asked to be deleted. */
export class BeingDeleted extends RequestRefused {
  constructor() {
    super(403, 'identity.being-deleted', ACCOUNT_TEXT.beingDeleted);
  }
}

/** What was typed is not the name of the account. */
export class NotConfirmed extends RequestRefused {
  constructor() {
    super(422, 'identity.not-confirmed', ACCOUNT_TEXT.notConfirmed);
  }
}
