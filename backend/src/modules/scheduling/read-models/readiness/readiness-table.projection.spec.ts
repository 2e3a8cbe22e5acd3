import { expect, it } from '@jest/globals';
import {
  archived,
  cancelled,
  edited,
  key,
  restored,
  scheduled,
  started,
  timing,
} from '../../domain/post/testing/post-samples.ts';
import * as sample from '../../domain/publication/testing/publication-samples.ts';
import type { PostEvent } from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { foldReadinessRow, type ReadinessRow } from './readiness-table.projection.ts';
import { postEvent } from '../../domain/post/post-events.ts';

const row = (...events: (PostEvent | PublicationEvent)[]) =>
  events.reduce<ReadinessRow | undefined>((before, event) => foldReadinessRow(before, event), undefined);
const later = '2030-02-01T12:00:00.000Z';
const moved = postEvent('PostRescheduled', { ...key, ...timing, scheduledFor: later });

it('plans another check when the accounts of a post change', () => {
  const changed = postEvent('PostTargetsChanged', { ...key, targets: [], scheduledFor: later });
  expect(row(scheduled(), changed)).toMatchObject({ due_at: timing.scheduledFor, version: 2 });
});

it('plans a check before the time of a post, even after the post was moved', () => {
  expect(row(scheduled())).toMatchObject({ post_id: 7, due_at: timing.scheduledFor, version: 1 });
  expect(row(scheduled(), moved)).toMatchObject({ due_at: later, version: 2 });
});

it('plans another check after an edit or a reconnected account, but not after a warning', () => {
  expect(row(scheduled(), edited({}))?.version).toBe(2);
  expect(row(scheduled(), sample.resumedAt(-60, false))?.version).toBe(2);
  expect(row(scheduled(), sample.warned())?.version).toBe(1);
});

it('does not plan a check while the post is deleted or after publishing has begun', () => {
  expect(row(scheduled(), cancelled)?.due_at).toBeNull();
  expect(row(scheduled(), cancelled, moved)?.due_at).toBeNull();
  expect(row(scheduled(), cancelled, moved, restored)?.due_at).toBe(later);
  expect(row(scheduled(), started)).toBeUndefined();
  expect(row(scheduled(), started, archived, sample.resumedAt(1))).toBeUndefined();
});
