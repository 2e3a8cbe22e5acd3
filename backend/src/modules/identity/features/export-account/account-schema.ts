import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import { NOTICE_CHOICES } from '@posthorn/contracts/shared/notice-choices';
import { instant, list, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

export const PROFILE = record('You.', {
  id: text('Your id here, which never changes.'),
  username: text('Your name in addresses of your profile.'),
  email: orNull(text('Your address, as it was proved.')),
  pendingEmail: orNull(text('An address you asked for whose link was not opened yet.')),
  firstName: orNull(text('Your first name.')),
  lastName: orNull(text('Your last name.')),
  handle: orNull(text('Your handle, the name of your public page.')),
  personality: orNull(text('How replies in your name are to sound.')),
  timezone: text('Your time zone, as IANA calls it.'),
  registeredAt: instant('When you signed in for the first time.'),
});
export const HANDLE = record('A handle.', {
  handle: text('The handle.'),
  releasedAt: orNull(instant('Since when you have another; null while it is yours.')),
});
export const SIGN_IN = record('A provider.', {
  provider: text('The provider.'),
  linkedAt: instant('When you connected it.'),
});
export const SESSION = record('A browser.', {
  browser: text('What it calls itself.'),
  signedInAt: instant('When you signed in there.'),
  lastSeenAt: instant('When it was last used, to the minute.'),
});
export const API_TOKEN = record('A token.', {
  id: text('Its id, by which histories name it.'),
  name: text('What you called it.'),
  scopes: list('What it opens.', text('A permission.', API_SCOPES)),
  createdAt: instant('When you made it.'),
  expiresAt: orNull(instant('When it ends; null: never.')),
  lastUsedAt: orNull(instant('When it was last used, to the minute.')),
});
export const SETTINGS = record('What you have set.', {
  hashtags: text('Hashtags that a new post begins with; empty for none.'),
  caption: text('Words that a new post begins with; empty for none.'),
  postFailed: text('How you are notified of failed posts.', NOTICE_CHOICES),
  accountExpiring: text('How you are notified of accounts that need attention.', NOTICE_CHOICES),
  newComment: text('How you are notified of new comments.', NOTICE_CHOICES),
});
