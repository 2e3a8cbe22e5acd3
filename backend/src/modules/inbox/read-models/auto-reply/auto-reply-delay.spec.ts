import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Digest } from '../comments/digests.ts';
import { autoReplyIdOf, autoReplyDelay } from './auto-reply-delay.ts';

const times = { autoReplySoonest: 30_000, autoReplyLatest: 180_000 };
const ids = Array.from({ length: 500 }, (_, index) => index + 1);

it('plans a reply after 30 to 180 seconds, evenly spread and always the same for a comment', () => {
  const delays = ids.map((id) => autoReplyDelay(id, times));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(30_000);
  expect(Math.max(...delays)).toBeLessThanOrEqual(180_000);
  const early = delays.filter((delay) => delay < 105_000).length;
  expect(early).toBeGreaterThan(200);
  expect(early).toBeLessThan(300);
  expect(ids.map((id) => autoReplyDelay(id, times))).toEqual(delays);
});

const digestWith =
  (key: string): Digest =>
  (...parts) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

it("derives one reply id for each comment, which no client can guess without the owner's key", () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  const idOf = (id: number) => autoReplyIdOf(digestWith('ana'), id);
  for (const id of ids.slice(0, 20)) expect(idOf(id)).toMatch(uuid);
  expect(new Set(ids.map(idOf)).size).toBe(ids.length);
  expect(idOf(7)).toBe(idOf(7));
  expect(autoReplyIdOf(digestWith('bea'), 7)).not.toBe(idOf(7));
});
