import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Also thrown for another user's account, so that a stranger does not learn that it exists. */
export class AccountIsMissing extends refusal(
  'integrations.account-missing',
  'This account is not connected.',
) {}

/** The list of choices has expired or was used, or it does not contain one of the chosen ids. */
export class ChoicesAreGone extends refusal('integrations.choices-gone', CHOICE_TEXT.gone) {}

/**
 * At the platform, the browser was signed in to a different account from the account whose permission the
 * user wanted to extend.
 */
export class GrantOfAnotherAccount extends refusal(
  'integrations.grant-of-another-account',
  'This permission belongs to another account than the one that is connected.',
) {}

export class AccountLimitReached extends refusal(
  'integrations.account-limit-reached',
  ACCOUNT_LIST_TEXT.limitReached,
) {}
