import { expect, it } from '@jest/globals';
import { inTurns } from './in-turns.ts';

it('lets other work run between the pieces of a long list', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const items = Array.from({ length: 50 }, (_, at) => at);
  const seen = await inTurns(items, 16, (item) => ({ item, turn: turns }));
  expect(seen.map(({ item }) => item)).toEqual(items);
  expect(new Set(seen.map(({ turn }) => turn)).size).toBe(4);
});
