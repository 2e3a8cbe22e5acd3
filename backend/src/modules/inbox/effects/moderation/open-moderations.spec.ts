import { expect, it } from '@jest/globals';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { eventOf } from '../../domain/comment/comment-shapes.ts';
import { at, id } from '../../domain/comment/testing/comment-samples.ts';
import { openEffectAfter, type OpenEffect } from '#infrastructure/effects/open-effects.projection.ts';
import { openModerations } from './moderations.ts';

const meta = { at: at(0) };
const rowAfter = (...events: readonly CommentEvent[]) =>
  events.reduce<OpenEffect | undefined>(
    (row, event) => openEffectAfter(openModerations, row, { ...event, meta }, EFFECT_TIMES),
    undefined,
  );
const requestOf = (action: 'hide' | 'unhide', seconds: number) =>
  eventOf(id, 'CommentModerationRequested', { action, requestedAt: at(seconds), nextAt: at(seconds) });
const attempted = eventOf(id, 'CommentModerationAttempted', {
  attemptId: 'm1',
  number: 1,
  startedAt: at(2),
  deadline: at(32),
});
const hidden = (where: 'here' | 'platform', attemptId: string | null) =>
  eventOf(id, 'CommentHidden', { where, attemptId, at: at(3) });

it('has a row from the request until the platform has executed it', () => {
  expect(rowAfter(hidden('here', null))).toBeUndefined();
  const hiding = [hidden('here', null), requestOf('hide', 1)];
  expect(rowAfter(...hiding)).toMatchObject({ comment_id: 5, account_id: 3, due_at: at(1) });
  expect(rowAfter(...hiding, attempted)).toMatchObject({ attempt_id: 'm1', due_at: at(32) });
  expect(rowAfter(...hiding, attempted, hidden('platform', 'm1'))).toBeUndefined();
});

it('continues with the next request when the call for the earlier one ends', () => {
  const changed = [requestOf('hide', 1), attempted, requestOf('unhide', 5)];
  expect(rowAfter(...changed, hidden('platform', 'm1'))).toMatchObject({ due_at: at(5) });
});
