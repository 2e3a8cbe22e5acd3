import { TIMEZONE_TEXT } from '../identity/timezone.http.ts';
import { MEDIA_TEXT } from '../shared/media.http.ts';

/** Words that a post may have beside its text; null: none of them. */
export const NO_OPTIONAL_WORDS = { title: null, hashtags: null } as const;

/** Shown by the form and answered by the server. */
export const POST_TEXT = {
  contentRequired: 'Content is required',
  contentMax: 'Content must be under 2200 characters',
  ownContentMax: 'A text for one account must be under 100,000 characters',
  ownContentsMax: 'The texts for single accounts are too long taken together. Please shorten one of them.',
  titleMax: 'Title must be under 200 characters',
  hashtagsMax: 'Hashtags must be under 500 characters',
  timeRequired: 'Schedule time is required',
  timePast: 'Schedule time must be in the future',
  timeTooLate: 'Schedule time must be before the year 9999',
  timezoneNotValid: TIMEZONE_TEXT.notValid,
  accountsRequired: 'Please select at least one account',
  accountUnknown: 'One of the chosen accounts is disconnected.',
  accountMissing: 'This account is not connected.',
  targetUnknown: 'This account does not belong to the post.',
  optionUnknown: (name: string) => `This platform has no option called ${name}.`,
  targetMediaUnknown: 'A file that was chosen for this account is not among the files of the post.',
  targetMediaTwice: 'A file can be chosen for an account only once.',
  mediaUnknown: 'One of the files is no longer there. Please upload it again.',
  filesMax: MEDIA_TEXT.tooMany,
  limitReached: 'Upgrade to Premium for unlimited posts',
  aiPremium: 'AI replies are available with Premium plan.',
  missing: 'This post does not exist.',
  started: 'This post is being published and can no longer be changed.',
  startedMeanwhile:
    'One account is being published right now, so the post stays. Accounts that still waited are cancelled. Delete the post again in a minute, or press Retry to send it there.',
  notOpen: 'This post is already published and can no longer be changed.',
  changed: 'This post was changed meanwhile. Nothing was saved. Please look at the change first.',
  keyNotValid: 'An Idempotency-Key has 1 to 200 visible ASCII characters.',
  limitNotValid: 'A page has 1 to 200 posts.',
  statusNotValid: 'The status is scheduled, posted, failed or attention.',
  searchMax: 'Please search for at most 200 characters.',
  cursorNotValid: 'This page does not exist for this list. Please start again with the first one.',
  keyReused: 'This Idempotency-Key was already used for another post.',
  scheduleFailed: 'Failed to schedule post. Please try again.',
  updateFailed: 'Failed to update post. Please try again.',
  deleteFailed: 'Failed to delete post. Please try again.',
} as const;
