import { expect, it } from '@jest/globals';
import { eventAbout } from '../../domain/publication/event-about.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { PUBLISHING_TIMES } from '../../domain/publication/publishing-times.ts';
import { at, published, resumedAt, target } from '../../domain/publication/testing/publication-samples.ts';
import { openEffectAfter, type OpenEffect } from '#infrastructure/effects/open-effects.projection.ts';
import { openActions } from './actions.ts';

const key = { target };
const meta = { at: at(9) };
const rowAfter = (...events: PublicationEvent[]) =>
  events.reduce<OpenEffect | undefined>(
    (row, event) => openEffectAfter(openActions('cover'), row, { ...event, meta }, PUBLISHING_TIMES),
    undefined,
  );
const requested = eventAbout(key, 'CoverRequested', { remoteId: '42', requestedAt: at(1) });
const attempted = eventAbout(key, 'CoverAttempted', {
  attemptId: 'a1',
  number: 1,
  startedAt: at(2),
  deadline: at(32),
});
const failed = (retryAt: string | null) =>
  eventAbout(key, 'CoverFailed', { attemptId: 'a1', reason: 'rejected', words: null, retryAt });

it('contains an action from its request until its end, due when a worker must act', () => {
  expect(rowAfter(published('answer', 1))).toBeUndefined();
  expect(rowAfter(requested)).toMatchObject({ post_id: 7, account_id: 3, owner_id: 'ana', due_at: at(1) });
  expect(rowAfter(requested, attempted)).toMatchObject({ due_at: at(32) });
  expect(rowAfter(requested, attempted, failed(at(60)))).toMatchObject({ due_at: at(60) });
  expect(rowAfter(requested, attempted, failed(null))).toBeUndefined();
  const set = eventAbout(key, 'CoverSet', { attemptId: 'a1', setAt: at(3) });
  expect(rowAfter(requested, attempted, set)).toBeUndefined();
});

it('makes an action due immediately when its account is connected again', () => {
  const postponed = eventAbout(key, 'CoverPostponed', {
    attemptId: 'a1',
    reason: 'reconnect',
    words: null,
    until: at(9_000),
  });
  expect(rowAfter(requested, attempted, postponed, resumedAt(60))).toMatchObject({ due_at: at(60) });
  expect(rowAfter(resumedAt(60))).toBeUndefined();
});
