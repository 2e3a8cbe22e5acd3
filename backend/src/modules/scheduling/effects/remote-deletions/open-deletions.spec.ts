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
const requested = [published('answer', 1), deletionRequested(10)];
const postponed = eventAbout({ target }, 'RemoteDeletionPostponed', {
  reason: 'reconnect',
  words: null,
  until: at(9999),
});

it('makes a deletion due when it is requested, after an attempt without an outcome, and at its next try', () => {
  expect(dueOf(...requested)).toBe(at(10));
  expect(dueOf(...requested, deletionAttempted(10))).toBe(at(40));
  expect(dueOf(...requested, deletionAttempted(10), deletionFailed('network', 60))).toBe(at(60));
});

it('makes a deletion due every 15 minutes while its account must be reconnected, and immediately afterwards', () => {
  expect(dueOf(...requested, postponed)).toBe(at(900));
  expect(dueOf(...requested, postponed, resumedAt(50, false))).toBe(at(50));
});

it('removes the row when the post is deleted or its deletion has failed, and ignores other events', () => {
  expect(
    dueOf(...requested, eventAbout({ target }, 'RemotePostDeleted', { deletedAt: at(11) })),
  ).toBeUndefined();
  expect(dueOf(...requested, deletionFailed('rejected'))).toBeUndefined();
  expect(dueOf(published('answer', 1), resumedAt(5))).toBeUndefined();
});
