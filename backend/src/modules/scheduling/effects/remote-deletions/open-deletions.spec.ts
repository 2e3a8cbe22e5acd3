import { expect, it } from '@jest/globals';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import {
  at,
  deletionAttempted,
  deletionFailed,
  deletionRequested,
  published,
  resumedAt,
  target,
} from '../../domain/publication/testing/publication-samples.ts';
import { PUBLISHING_TIMES } from '../../domain/publication/publishing-times.ts';
import { openEffectAfter, type OpenEffect } from '#infrastructure/effects/open-effects.projection.ts';
import { openDeletions } from './remote-deletions.ts';

const meta = { at: at(0) };
const dueOf = (...events: PublicationEvent[]) =>
  events.reduce<OpenEffect | undefined>(
    (row, event) => openEffectAfter(openDeletions, row, { ...event, meta }, PUBLISHING_TIMES),
    undefined,
  )?.['due_at'];
const asked = [published('answer', 1), deletionRequested(10)];
const waits = eventAbout({ target }, 'RemoteDeletionPostponed', {
  reason: 'reconnect',
  words: null,
  until: at(9999),
});

it('makes a deletion due when it is requested, after an attempt without an outcome, and at its next try', () => {
  expect(dueOf(...asked)).toBe(at(10));
  expect(dueOf(...asked, deletionAttempted(10))).toBe(at(40));
  expect(dueOf(...asked, deletionAttempted(10), deletionFailed('network', 60))).toBe(at(60));
});

it('makes a deletion due now and then while its account must be reconnected, and at once afterwards', () => {
  expect(dueOf(...asked, waits)).toBe(at(900));
  expect(dueOf(...asked, waits, resumedAt(50, false))).toBe(at(50));
});

it('removes the row when the post is deleted or its deletion has failed, and ignores other events', () => {
  expect(dueOf(...asked, eventAbout({ target }, 'RemotePostDeleted', { deletedAt: at(11) }))).toBeUndefined();
  expect(dueOf(...asked, deletionFailed('rejected'))).toBeUndefined();
  expect(dueOf(published('answer', 1), resumedAt(5))).toBeUndefined();
});
