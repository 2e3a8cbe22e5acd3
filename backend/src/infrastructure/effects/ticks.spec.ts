import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { onEachTick } from './ticks.ts';

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await pause(1);
};

it('calls all ticks of the same interval in one turn', async () => {
  const turns: [string, number][] = [];
  let turn = 0;
  const note = (name: string) => () => {
    if (turns.length === 0 || turns.at(-1)?.[1] !== turn) setImmediate(() => (turn += 1));
    turns.push([name, turn]);
  };
  const endOne = onEachTick(20, note('one'));
  await pause(7);
  const endOther = onEachTick(20, note('other'));
  turns.length = 0;
  await until(() => turns.length >= 6);
  endOne();
  endOther();
  const turnsOf = (name: string) =>
    turns
      .slice(0, 6)
      .filter(([who]) => who === name)
      .map(([, at]) => at);
  expect(turnsOf('other')).toEqual(turnsOf('one'));
});

it('calls ticks of different intervals in one turn when their times meet', async () => {
  const turns = new Map<string, number[]>([
    ['often', []],
    ['seldom', []],
  ]);
  let turn = 0;
  const note = (name: string) => () => {
    turns.get(name)?.push(turn);
    setImmediate(() => (turn += 1));
  };
  const endOften = onEachTick(10, note('often'));
  await pause(7);
  const endSeldom = onEachTick(30, note('seldom'));
  await until(() => (turns.get('seldom')?.length ?? 0) >= 3);
  endOften();
  endSeldom();
  expect(turns.get('often')).toEqual(expect.arrayContaining(turns.get('seldom') ?? []));
});

it('ends one tick and keeps the others', async () => {
  const seen = { one: 0, other: 0 };
  const endOne = onEachTick(5, () => (seen.one += 1));
  const endOther = onEachTick(5, () => (seen.other += 1));
  await until(() => seen.one > 0);
  endOne();
  const { one, other } = seen;
  await until(() => seen.other > other + 2);
  expect(seen.one).toBe(one);
  endOther();
  endOther();
  const ended = seen.other;
  await pause(20);
  expect(seen.other).toBe(ended);
});
