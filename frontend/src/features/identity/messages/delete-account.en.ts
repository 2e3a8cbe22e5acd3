import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts for deleting the account, loaded after all other cards. */
export const DELETE_ACCOUNT_TEXT = {
  hint: `Deletes everything that ${BRAND.name} stores about you. It starts at once and cannot be undone.`,
  open: 'Delete my account',
  title: 'Delete your account?',
  export: 'Export your data first',
  exportHint: 'Afterwards there is nothing left to export.',
  consequences: [
    'Scheduled posts will not be published. Published posts stay on their platforms.',
    `Your accounts are disconnected from ${BRAND.name}. Your uploads, comments and settings are deleted.`,
    'No one can take your handle for 90 days. You can sign up again with a new account.',
  ],
  premium: 'Premium ends at once. After the 30-day guarantee there is no refund.',
  label: (username: string) => `To confirm, type ${username}`,
  wrong: (username: string) => `Type ${username} exactly as shown.`,
  cancel: 'Keep my account',
  confirm: 'Delete permanently',
  deleting: 'Deleting...',
  failed: 'Your account was not deleted. Please try again.',
  logOut: 'Log out to sign in again',
} as const;
