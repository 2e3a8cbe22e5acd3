import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Also the answer for another user's account, so that a stranger learns nothing. */
export class AccountIsMissing extends refusal(
  'integrations.account-missing',
  'This account is not connected.',
) {}

/** The list has expired, was used, or never contained one of these ids. */
export class ChoicesAreGone extends refusal('integrations.choices-gone', CHOICE_TEXT.gone) {}

/** The browser was signed in to another account than the one to extend. */
export class GrantOfAnotherAccount extends refusal(
  'integrations.grant-of-another-account',
  'This permission belongs to another account than the one that is connected.',
) {}

export class AccountLimitReached extends refusal(
  'integrations.account-limit-reached',
  ACCOUNT_LIST_TEXT.limitReached,
) {}
