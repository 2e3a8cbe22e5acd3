import { PROFILE } from '@posthorn/contracts/identity/profile.http';

/** Texts of the profile dialogs, loaded when a user opens one. */
export const PROFILE_DIALOG_TEXT = {
  edit: 'Edit Profile',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailHint: 'To use a new address, open the link that we email to it. We also notify your old address.',
  asked: (email: string) =>
    `Open the link that we sent to ${email}. Until then, your address does not change.`,
  askedTitle: 'Check your email',
  signInAgain: 'Log out to sign in again',
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  personality: 'AI Reply Personality',
  personalityLabel: 'How should replies sound?',
  personalityHint: (left: number) => `10 to 200 characters, ${String(left)} left.`,
  personalityTooLong: (over: number) =>
    `${String(over)} ${over === 1 ? 'character' : 'characters'} too many.`,
  personalityExample: 'Warm and short. I sign with my first name and never sell anything.',
  setHandle: 'Set Handle',
  changeHandle: 'Change Handle',
  handle: 'Handle',
  handleHint: `${String(PROFILE.handleMin)} to ${String(PROFILE.handleMax)} letters, digits and underscores.`,
  address: (address: string) => `Your page: ${address}`,
  pageAt: (address: string) => `Your page is at ${address}.`,
  leaves: (address: string) =>
    `Links to ${address} stop working. No one else can take it for ${String(PROFILE.handleQuarantineDays)} days.`,
} as const;
