import { EMAIL_CHANGE_TEXT } from '@posthorn/contracts/identity/email-change.http';
import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { problemText } from '@posthorn/contracts/scheduling/target-problems';
import { MEDIA_TEXT } from '@posthorn/contracts/shared/media.http';
import { expect, it } from '@jest/globals';
import { wordingOf } from './error-wording.ts';

it('does not add a variant for a code that has only one sentence', () => {
  expect(wordingOf({ code: 'scheduling.time-is-past', message: POST_TEXT.timePast })).toEqual({});
});

it('does not add a variant for a sentence that the table repeats', () => {
  const { limitReached } = ACCOUNT_LIST_TEXT;
  expect(wordingOf({ code: 'integrations.account-limit-reached', message: limitReached })).toEqual({});
  const message = problemText('reconnect', 'failed');
  expect(wordingOf({ code: 'integrations.reconnect', message })).toEqual({});
});

it('returns the variant when a code has several sentences', () => {
  expect(wordingOf({ code: 'scheduling.already-publishing', message: POST_TEXT.notOpen })).toEqual({
    variant: 'published',
  });
  expect(wordingOf({ code: 'identity.not-fresh', message: EMAIL_CHANGE_TEXT.notFresh })).toEqual({
    variant: 'email',
  });
});

it('returns the names and numbers in a sentence', () => {
  const values = { file: 'a.bmp' };
  const message = MEDIA_TEXT.soundOnly('a.bmp');
  expect(wordingOf({ code: 'scheduling.file-not-supported', message, values })).toEqual({
    variant: 'sound-only',
    values,
  });
  const minutes = { code: 'integrations.rate-limited', message: CONNECT_TEXT.tooManySignIns(5) } as const;
  expect(wordingOf({ ...minutes, values: { minutes: 5 } })).toEqual({ values: { minutes: 5 } });
});

it('returns the variant `other` for a sentence of no table, so that a screen shows the message itself', () => {
  expect(wordingOf({ code: 'billing.refused', message: 'Your card was declined.' })).toEqual({
    variant: 'other',
  });
});

it('returns the code of each refused field', () => {
  const fields = {
    firstName: PROFILE_TEXT.nameMax,
    email: PROFILE_TEXT.emailNotValid,
    other: 'Not in a table.',
  };
  const error = { code: 'request.not-valid', message: PROFILE_TEXT.nameMax, fields } as const;
  expect(wordingOf(error)).toEqual({
    variant: 'other',
    fieldCodes: {
      firstName: [{ code: 'identity.name-too-long', values: { max: 50 } }],
      email: [{ code: 'identity.email-not-valid' }],
    },
  });
});

it('uses the code and the values of the error for a field with the same sentence', () => {
  const message = CONNECT_TEXT.handleUnknown('ana');
  const error = { code: 'integrations.credentials-refused', message, values: { handle: 'ana' } } as const;
  const wording = { variant: 'handle-unknown', values: { handle: 'ana' } };
  expect(wordingOf({ ...error, fields: { handle: message } })).toEqual({
    ...wording,
    fieldCodes: { handle: [{ code: error.code, ...wording }] },
  });
});
