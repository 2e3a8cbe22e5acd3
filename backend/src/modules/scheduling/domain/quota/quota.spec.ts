import { specify } from '@posthorn/event-sourcing/testing';
import { expect, it } from '@jest/globals';
import {
  quotaEvent,
  quotaStream,
  release,
  reserve,
  type QuotaEvent,
  type QuotaReleased,
  type QuotaReserved,
} from './quota.ts';

const now = new Date('2030-01-01T12:00:00.000Z');
const given = specify(quotaStream);
const slot = (postId: number) => ({ userId: 'ana', postId });
const reserved = (postId: number): QuotaReserved =>
  quotaEvent('QuotaReserved', { ...slot(postId), reservedAt: now.toISOString() });
const released = (postId: number): QuotaReleased => quotaEvent('QuotaReleased', slot(postId));
const three = [reserved(1), reserved(2), reserved(3)];

it('gives slots up to the limit', () => {
  given(reserved(1), reserved(2))
    .when((quota) => reserve(quota, slot(3), 3, now))
    .then(reserved(3));
  given(...three)
    .when((quota) => reserve(quota, slot(4), 3, now))
    .thenRejects('scheduling.post-limit-reached');
});

it('lets a post keep its slot', () => {
  given(...three)
    .when((quota) => reserve(quota, slot(2), 3, now))
    .then();
});

it('gives a slot again after it was released', () => {
  given(...three, released(2))
    .when((quota) => reserve(quota, slot(4), 3, now))
    .then(reserved(4));
});

it('restores the slots from a summary, at any point of the history', () => {
  const { initial, evolve, summary } = quotaStream;
  const fold = (events: readonly QuotaEvent[]) => events.reduce(evolve, initial);
  expect(summary?.of?.(initial)).toBeNull();
  const history = [...three, released(2), released(1), released(3), reserved(4)];
  for (const [index] of history.entries()) {
    const state = fold(history.slice(0, index + 1));
    const summed = summary?.of?.(state);
    expect(summed && fold([summed])).toEqual(state);
    expect(summed && fold([reserved(9), summed])).toEqual(state);
  }
});

it('releases a slot once', () => {
  given(reserved(1))
    .when((quota) => release(quota, slot(1)))
    .then(released(1));
  given(reserved(1), released(1))
    .when((quota) => release(quota, slot(1)))
    .then();
});

it('sets no limit when the limit is null', () => {
  given(...three)
    .when((quota) => reserve(quota, slot(4), null, now))
    .then(reserved(4));
});
