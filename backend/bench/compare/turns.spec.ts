import { describe, expect, it } from '@jest/globals';
import type { Build } from './builds.ts';
import { runAlternately, type Measured } from './turns.ts';

const before: Build = { name: 'before', folder: '/before' };
const after: Build = { name: 'after', folder: '/after' };

/** Each run on this machine takes a different time. `slowdown` applies to the build `after` only. */
function simulatedMachine(slowdown: number, noise: readonly number[]) {
  const runs: string[] = [];
  const run = (build: Build): Promise<readonly Measured[]> => {
    const value = 100 * (noise[runs.length] ?? 1) * (build === after ? slowdown : 1);
    runs.push(build.name);
    return Promise.resolve([{ name: 'due to call', unit: 'ms', value }]);
  };
  return { runs, run };
}

describe('a comparison in turns', () => {
  it('runs both builds alternately, pair by pair', async () => {
    const { runs, run } = simulatedMachine(1, []);
    const reported: string[] = [];
    await runAlternately({ before, after, pairs: 2 }, run, ({ name }, [figure]) => {
      reported.push(`${name} ${String(figure?.value)}`);
    });
    expect(runs).toEqual(['before', 'after', 'before', 'after']);
    expect(reported).toEqual(['before 100', 'after 100', 'before 100', 'after 100']);
  });

  it.each([
    { slowdown: 1, verdict: 'no difference shown' },
    { slowdown: 1.5, verdict: 'slower' },
    { slowdown: 0.6, verdict: 'faster' },
  ])(
    'reports "$verdict" for work that takes $slowdown times as long, although runs vary by a tenth',
    async (each) => {
      const { run } = simulatedMachine(each.slowdown, [0.95, 1.05, 1.05, 0.95]);
      const [figure] = await runAlternately({ before, after, pairs: 2 }, run, () => undefined);
      expect(figure).toMatchObject({ name: 'due to call', unit: 'ms', verdict: each.verdict });
    },
  );

  it('does not mistake a slow machine for a slow build', async () => {
    const { run } = simulatedMachine(1, [1, 1, 3, 3]);
    const [figure] = await runAlternately({ before, after, pairs: 2 }, run, () => undefined);
    expect(figure?.verdict).toBe('no difference shown');
  });
});
