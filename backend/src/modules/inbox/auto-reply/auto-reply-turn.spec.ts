import { expect, it } from '@jest/globals';
import { autoReplyIdOf, turnAfter } from './auto-reply-turn.ts';

const times = { autoReplySoonest: 30_000, autoReplyLatest: 180_000 };
const ids = Array.from({ length: 500 }, (_, index) => index + 1);

it('comes after half a minute to three minutes, spread evenly and the same each time', () => {
  const turns = ids.map((id) => turnAfter(id, times));
  expect(Math.min(...turns)).toBeGreaterThanOrEqual(30_000);
  expect(Math.max(...turns)).toBeLessThanOrEqual(180_000);
  const early = turns.filter((turn) => turn < 105_000).length;
  expect(early).toBeGreaterThan(200);
  expect(early).toBeLessThan(300);
  expect(ids.map((id) => turnAfter(id, times))).toEqual(turns);
});

it('has one id for each comment', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  for (const id of ids.slice(0, 20)) expect(autoReplyIdOf(id)).toMatch(uuid);
  expect(new Set(ids.map(autoReplyIdOf)).size).toBe(ids.length);
  expect(autoReplyIdOf(7)).toBe(autoReplyIdOf(7));
});
