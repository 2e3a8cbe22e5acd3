import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts for deleting the account, loaded after all other cards. */
export const DELETE_ACCOUNT_TEXT = {
  hint: `Deletes everything that ${BRAND.name} keeps of you. It begins at once, and nobody can take it back.`,
  open: 'Delete my account',
  title: 'Delete your account?',
  export: 'Export your data first',
  exportHint: 'Afterwards there is nothing left to export.',
  consequences: [
    'Scheduled posts are not published. Posts that are published stay on their platforms.',
    `Your accounts are disconnected from ${BRAND.name}, and your uploads, comments and settings are gone.`,
    'Your handle is nobody’s for 90 days. You can sign up again, as somebody new.',
  ],
  premium: 'Premium ends at once. Beyond the 30-day guarantee no part of what you paid is paid back.',
  label: (username: string) => `To confirm, type ${username}`,
  wrong: (username: string) => `Type ${username}, exactly as it is written here.`,
  cancel: 'Keep my account',
  confirm: 'Delete for ever',
  deleting: 'Deleting...',
  failed: 'Your account was not deleted. Please try again.',
  logOut: 'Log out to sign in again',
} as const;
