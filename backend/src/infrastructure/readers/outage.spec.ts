import { afterAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Outage } from './outage.ts';

const lines: string[] = [];
const keep = (line: unknown) => lines.push(String(line));
Logger.overrideLogger({ log: keep, warn: keep, error: keep });
afterAll(() => {
  Logger.overrideLogger(false);
});

const never = new AbortController().signal;
const turn = () => new Promise((done) => setImmediate(done));
let outage: Outage;
let continued: object[];
const newReader = (name: string) => ({ name });
function wait(who: object, signal = never): void {
  // A wait of an earlier spec may still end, and must not change the list of the next spec.
  const continuedInThisSpec = continued;
  void outage.wait(who, 'the log does not answer', signal).then(() => continuedInThisSpec.push(who));
}
async function until(count: number): Promise<void> {
  while (continued.length < count) await turn();
}
beforeEach(() => {
  outage = new Outage({ first: 1, longest: 4 });
  continued = [];
  lines.length = 0;
});

it('lets one reader query the log, and more readers after each response', async () => {
  const all = Array.from({ length: 10 }, (_, place) => newReader(String(place)));
  for (const each of all) wait(each);
  await until(1);
  await turn();
  expect(continued).toHaveLength(1);
  outage.passed(continued[0] ?? {});
  await turn();
  expect(continued).toHaveLength(3);
  for (const each of continued.slice(1, 3)) outage.passed(each);
  await turn();
  expect(continued.length).toBe(10);
});

it('lets the next reader continue when a reader that has continued fails', async () => {
  const [first, second, third] = [newReader('first'), newReader('second'), newReader('third')];
  for (const each of [first, second, third]) wait(each);
  await until(1);
  wait(first);
  await until(2);
  await turn();
  expect(continued).toEqual([first, second]);
});

it('waits twice as long after each failure, up to the longest wait', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    outage = new Outage({ first: 100, longest: 400 });
    const reader = newReader('reader');
    // Each wait lasts between 75% and 125% of its nominal length.
    for (const [index, nominal] of [100, 200, 400, 400].entries()) {
      wait(reader);
      await jest.advanceTimersByTimeAsync(0.74 * nominal);
      expect(continued).toHaveLength(index);
      await jest.advanceTimersByTimeAsync(0.52 * nominal);
      expect(continued).toHaveLength(index + 1);
    }
  } finally {
    jest.useRealTimers();
  }
});

const BEGIN =
  'The event log or the database does not answer; readers wait and try again: the log does not answer';

it('logs one line when the outage begins, and one with its length when all readers continue', async () => {
  const [first, second] = [newReader('first'), newReader('second')];
  for (const each of [first, second]) wait(each);
  await until(1);
  wait(first);
  await until(2);
  outage.passed(second);
  await until(3);
  expect(lines).toEqual([BEGIN]);
  outage.passed(first);
  expect(lines).toEqual([
    BEGIN,
    expect.stringMatching(/^The outage is over; readers continue after \d+\.\d s$/u),
  ]);
  outage.passed(first);
  wait(first);
  expect(lines).toHaveLength(3);
});

it('forgets a reader that ends during the outage', async () => {
  const end = new AbortController();
  const [first, second] = [newReader('first'), newReader('second')];
  wait(first);
  wait(second, end.signal);
  end.abort();
  await until(2);
  outage.passed(first);
  expect(lines).toHaveLength(2);
});
