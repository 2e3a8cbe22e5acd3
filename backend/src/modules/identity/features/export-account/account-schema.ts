import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import { NOTICE_CHOICES } from '@posthorn/contracts/shared/notice-choices';
import { instant, list, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

export const PROFILE = record('You.', {
  id: text('Your id here, which never changes.'),
  username: text('Your name in addresses of your profile.'),
  email: orNull(text('Your verified email address.')),
  pendingEmail: orNull(text('A new email address that is not verified yet.')),
  firstName: orNull(text('Your first name.')),
  lastName: orNull(text('Your last name.')),
  handle: orNull(text('Your handle, the name of your public page.')),
  personality: orNull(text('The tone of replies in your name.')),
  timezone: text('Your time zone, by its IANA name.'),
  registeredAt: instant('When you signed in for the first time.'),
});
export const HANDLE = record('A handle.', {
  handle: text('The handle.'),
  releasedAt: orNull(instant('When you gave it up; null: it is yours.')),
});
export const SIGN_IN = record('A provider.', {
  provider: text('The provider.'),
  linkedAt: instant('When you connected it.'),
});
export const SESSION = record('A browser.', {
  browser: text('The name that the browser reports.'),
  signedInAt: instant('When you signed in with it.'),
  lastSeenAt: instant('When it was last used, to the minute.'),
});
export const API_TOKEN = record('A token.', {
  id: text('Its id, as in histories.'),
  name: text('The name that you gave it.'),
  scopes: list('The permissions of the token.', text('A permission.', API_SCOPES)),
  createdAt: instant('When you made it.'),
  expiresAt: orNull(instant('When it ends; null: never.')),
  lastUsedAt: orNull(instant('When it was last used, to the minute.')),
});
export const SETTINGS = record('Your settings.', {
  hashtags: text('Hashtags that a new post begins with; empty for none.'),
  caption: text('Text that a new post begins with; empty for none.'),
  postFailed: text('How you are notified of failed posts.', NOTICE_CHOICES),
  accountExpiring: text('How you are notified of accounts that need attention.', NOTICE_CHOICES),
  newComment: text('How you are notified of new comments.', NOTICE_CHOICES),
});
