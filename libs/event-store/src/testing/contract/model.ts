import { expect, it } from '@jest/globals';
import type { Expected, NewEvent } from '@posthorn/event-sourcing/event-store';
import fc from 'fast-check';
import { all, noted } from '../noted.ts';
import { runPrefix, type Scene } from './harness.ts';

/** A model of the port: the event ids of each stream, and of the whole log. */
class Model {
  readonly streams = new Map<string, string[]>();
  readonly log: string[] = [];

  append(stream: string, events: readonly NewEvent[], expected: Expected): bigint | Expected {
    const history = this.streams.get(stream) ?? [];
    const from = expected === 'noStream' ? -1n : expected;
    const ids = events.map(({ id }) => id);
    const stored = history.slice(Number(from) + 1, Number(from) + 1 + ids.length);
    const repeat = ids.every((id, index) => stored[index] === id);
    const current = BigInt(history.length) - 1n;
    if (!repeat && from !== current) throw new Refused(current < 0n ? 'noStream' : current);
    if (!repeat) {
      this.streams.set(stream, [...history, ...ids]);
      this.log.push(...ids);
    }
    return from + BigInt(ids.length);
  }

  read(stream: string, from: bigint, backwards: boolean, max: number): string[] {
    const history = this.streams.get(stream) ?? [];
    const index = Number(from);
    return (backwards ? history.slice(0, index + 1).reverse() : history.slice(index)).slice(0, max);
  }
}
class Refused extends Error {
  readonly actual: Expected;
  constructor(actual: Expected) {
    super();
    this.actual = actual;
  }
}

const stream = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      stream,
      count: fc.integer({ min: 1, max: 4 }),
      off: fc.constantFrom(0, 0, 0, -1, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), pick: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      stream,
      from: fc.nat(12),
      backwards: fc.boolean(),
      max: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('readAll' as const), skip: fc.nat(12) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Compares the store with the model, for random sequences of appends, repeats and reads. Every store gets the same seeds. */
export function modelled(scene: () => Scene): void {
  it.each([1, 2, 3])('behaves like the model, seed %i', async (seed) => {
    const { store } = scene();
    const run = async (steps: readonly Step[]) => {
      const prefix = runPrefix();
      const name = (of: string) => `${prefix}-${of}`;
      const before = (await store.head()) ?? undefined;
      const model = new Model();
      const appends: { stream: string; events: NewEvent[]; expected: Expected }[] = [];
      const attempt = async (append: (typeof appends)[number]) => {
        const modelOutcome = outcome(() => model.append(append.stream, append.events, append.expected));
        const { expected, events } = append;
        const found = await store.append(name(append.stream), events, { expected }).then(
          ({ revision }) => ({ revision }),
          (error: unknown) => ({ actual: (error as { actual?: Expected }).actual }),
        );
        expect(found).toEqual(modelOutcome);
      };
      for (const next of steps) {
        if (next.do === 'append') {
          const at = BigInt((model.streams.get(next.stream)?.length ?? 0) - 1 + next.off);
          const append = {
            stream: next.stream,
            events: noted(name(next.stream), next.count),
            expected: at < 0n ? ('noStream' as const) : at,
          };
          appends.push(append);
          await attempt(append);
        } else if (next.do === 'repeat') {
          const append = appends[next.pick % Math.max(1, appends.length)];
          if (append) await attempt(append);
        } else if (next.do === 'read') {
          const direction = next.backwards ? 'backwards' : 'forwards';
          const read = store.readStream(name(next.stream), {
            from: BigInt(next.from),
            direction,
            max: next.max,
          });
          expect((await all(read)).map(({ id }) => id)).toEqual(
            model.read(next.stream, BigInt(next.from), next.backwards, next.max),
          );
        } else {
          const log = await all(store.readAll({ after: before }));
          const after = log[next.skip - 1]?.position ?? before;
          const skipped = next.skip <= log.length ? next.skip : 0;
          expect((await all(store.readAll({ after }))).map(({ id }) => id)).toEqual(model.log.slice(skipped));
        }
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), {
      seed,
      numRuns: 8,
    });
  });
}

function outcome(attempt: () => bigint | Expected): { revision: bigint | Expected } | { actual: Expected } {
  try {
    return { revision: attempt() };
  } catch (error) {
    if (error instanceof Refused) return { actual: error.actual };
    throw error;
  }
}
