import { expect, it } from '@jest/globals';
import type { Event } from './event.ts';
import { eachOf, folding, match, when } from './handlers.ts';

type Counted = Event<'Counted', 1, { by: number }>;
type Ended = Event<'Stopped' | 'Cleared', 1, { at: string }>;
type Counting = Counted | Ended;
const counted: Counting = { type: 'Counted', schema: 1, data: { by: 2 } };
const stopped: Counting = { type: 'Stopped', schema: 1, data: { at: 'noon' } };
const cleared: Counting = { type: 'Cleared', schema: 1, data: { at: 'noon' } };

it('applies the events that have a handler, and keeps the state for all other events', () => {
  const fold = folding<number, Counting>({
    Counted: (sum, { data }) => sum + data.by,
    Cleared: () => 0,
  });
  expect([counted, stopped, counted].reduce<number>(fold, 1)).toBe(5);
  expect([counted, cleared].reduce<number>(fold, 1)).toBe(0);
  expect(fold.types).toEqual(['Counted', 'Cleared']);
});

it('passes further arguments to each handler', () => {
  const fold = folding<number, Counting, [times: number]>({
    Counted: (sum, { data }, times) => sum + data.by * times,
  });
  expect(fold(1, counted, 3)).toBe(7);
  expect(fold(1, stopped, 3)).toBe(1);
});

it('returns what the handler of an event returns, and undefined for an event without one', () => {
  const textOf = when<Counting, string>({ Stopped: ({ data }) => `stopped at ${data.at}` });
  expect([counted, stopped, cleared].map((event) => textOf(event))).toEqual([
    undefined,
    'stopped at noon',
    undefined,
  ]);
  expect(textOf.types).toEqual(['Stopped']);
});

it('requires a handler for every event of a stream', () => {
  const textOf = match<Counting, string>({
    Counted: ({ data }) => `by ${String(data.by)}`,
    Stopped: () => 'stopped',
    Cleared: () => 'cleared',
  });
  expect([counted, stopped, cleared].map((event) => textOf(event))).toEqual(['by 2', 'stopped', 'cleared']);
  // @ts-expect-error -- `Cleared` has no handler
  const lacking = match<Counting, string>({ Counted: () => 'counted', Stopped: () => 'stopped' });
  expect(() => lacking(cleared)).toThrow('Unhandled event type: Cleared');
});

it('handles every type of a stream in the same way', () => {
  const fold = folding<number, Counting>(
    eachOf({ shapes: { Counted: {}, Stopped: {} } }, (sum: number) => sum + 1),
  );
  expect([counted, stopped, cleared].reduce<number>(fold, 0)).toBe(2);
  expect(fold.types).toEqual(['Counted', 'Stopped']);
});
