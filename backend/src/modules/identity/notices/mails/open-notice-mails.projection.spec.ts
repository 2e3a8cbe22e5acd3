import { expect, it } from '@jest/globals';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import { foldMailRow, type MailRow } from './open-notice-mails.projection.ts';

type Event = Parameters<typeof foldMailRow>[1];
const day = (n: number) => new Date(Date.UTC(2030, 0, 1 + n)).toISOString();
const meta = { at: day(0) } as Event['meta'];
const of = { userId: 'ana', mailId: 'newComment-1' };
const event = (type: Event['type'], data: object): Event =>
  ({ type, schema: 1, data: { ...of, ...data }, meta }) as unknown as Event;
const after = (...events: readonly Event[]) =>
  events.reduce<MailRow | undefined>((row, each) => foldMailRow(row, each, EFFECT_TIMES), undefined);
const wanted = event('NoticeMailWanted', { kind: 'newComment', dueAt: day(0) });
const attempted = event('NoticeMailAttempted', {
  ...{ callId: 'c', number: 1, startedAt: day(0), startBy: day(0), deadline: day(1) },
});
const failed = (retryAt: string | null) =>
  event('NoticeMailFailed', { callId: 'c', reason: 'not-taken', retryAt });

it('has a row from the wish on until the mail is sent, or is not to be sent any more', () => {
  const row = { mail_id: 'newComment-1', owner_id: 'ana', platform: '' };
  expect(after(wanted)).toEqual({ ...row, due_at: day(0) });
  expect(after(wanted, attempted)).toMatchObject({ due_at: day(1) });
  const notMade = event('NoticeMailNotAttempted', { callId: 'c', reason: 'too-late', nextAt: day(2) });
  expect(after(wanted, attempted, notMade)).toMatchObject({ due_at: day(2) });
  expect(after(wanted, attempted, failed(day(3)))).toMatchObject({ due_at: day(3) });
  expect(after(wanted, attempted, failed(null))).toBeUndefined();
  expect(after(wanted, attempted, event('NoticeMailSent', { callId: 'c', sentAt: day(0) }))).toBeUndefined();
});
