import { expect, it } from '@jest/globals';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { EFFECT_TIMES } from '../effects/attempt/retry-waits.ts';
import { mailStory, type MailEvent } from './mail-story.ts';
import { openEffectAfter, type OpenEffect } from '../effects/open-effects.projection.ts';
import { openMails } from './define-mails.ts';

type Wish = Readonly<{ kind: string }>;
const cards = mailStory<'Card', Wish>('Card', { kind: plain });
const openCards = openMails({ name: 'cards.open', table: 'card_due' }, cards);
type Event = MailEvent<'Card', Wish>;
const day = (n: number) => new Date(Date.UTC(2030, 0, 1 + n)).toISOString();
const key = { userId: 'ana', mailId: 'birthday-1' };
const event = (type: Event['type'], data: object): Event =>
  ({ type, schema: 1, data: { ...key, ...data } }) as Event;
const after = (...events: readonly Event[]) =>
  events.reduce<OpenEffect | undefined>(
    (row, each) => openEffectAfter(openCards, row, { ...each, meta: { at: day(0) } }, EFFECT_TIMES),
    undefined,
  );
const requested = event('CardWanted', { kind: 'birthday', dueAt: day(0) });
const attempted = event('CardAttempted', {
  callId: 'c',
  number: 1,
  startedAt: day(0),
  startBy: day(0),
  deadline: day(1),
});
const failed = (retryAt: string | null) => event('CardFailed', { callId: 'c', reason: 'not-taken', retryAt });

it('keeps a row from the request of a mail until the mail is sent or has failed for good', () => {
  const row = { mail_id: 'birthday-1', owner_id: 'ana', platform: '' };
  expect(after(requested)).toEqual({ ...row, due_at: day(0) });
  expect(after(requested, attempted)).toMatchObject({ due_at: day(1) });
  const notMade = event('CardNotAttempted', { callId: 'c', reason: 'too-late', nextAt: day(2) });
  expect(after(requested, attempted, notMade)).toMatchObject({ due_at: day(2) });
  expect(after(requested, attempted, failed(day(3)))).toMatchObject({ due_at: day(3) });
  expect(after(requested, attempted, failed(null))).toBeUndefined();
  expect(after(requested, attempted, event('CardSent', { callId: 'c', sentAt: day(0) }))).toBeUndefined();
});
