import type { Call } from '../shared/call.ts';
import { notFreshText } from './sign-in-text.ts';

export const ACCOUNT_TEXT = {
  notFresh: notFreshText('To delete your account'),
  notConfirmed: 'This is not your username. Nothing was deleted.',
  confirmRequired: 'Type your username to confirm',
  /** Shown on the sign-in page to a user who has just requested the deletion. */
  begun: 'Your account is being deleted. You will get an email when all of your data is deleted.',
  beingDeleted: 'This account is being deleted and can no longer be used.',
} as const;

/** `confirm`: the username, as its owner entered it. */
export type DeleteAccountRequest = Readonly<{ confirm: string }>;

/** Begins the deletion of the signed-in account, and ends all its sessions. 202: the deletion continues in the background. */
export const deleteAccount: Call<DeleteAccountRequest, void> = { method: 'DELETE', path: '/api/account' };
