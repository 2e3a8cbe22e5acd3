import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Also the answer to somebody else's account: a stranger learns nothing. */
export class AccountIsMissing extends refusal(
  'integrations.account-missing',
  'This account is not connected.',
) {}

/** The list has run out, was used, or never held one of these ids. */
export class ChoicesAreGone extends refusal('integrations.choices-gone', CHOICE_TEXT.gone) {}

/** Somebody else was signed in at the platform than the account that more is to be opened of. */
export class GrantOfAnotherAccount extends refusal(
  'integrations.grant-of-another-account',
  'The permission is of another account than the one that is connected.',
) {}

export class AccountLimitReached extends refusal(
  'integrations.account-limit-reached',
  ACCOUNT_LIST_TEXT.limitReached,
) {}
