import { expect, it } from '@jest/globals';
import { HeavyReads } from './heavy-reads.ts';

it('reads only one list of a user at a time, but lists of different users at the same time', async () => {
  const [reads, log] = [new HeavyReads(), [] as string[]];
  const open: (() => void)[] = [];
  const read = (user: string, name: string) =>
    reads.oneAtATime(user, async () => {
      log.push(`${name} begins`);
      await new Promise<void>((resolve) => open.push(resolve));
      log.push(`${name} ends`);
    });
  const all = [read('ana', 'first'), read('ana', 'second'), read('bo', 'other')];
  await Promise.resolve();
  expect(log).toEqual(['first begins', 'other begins']);
  open[0]?.();
  await all[0];
  expect(log).toEqual(['first begins', 'other begins', 'first ends', 'second begins']);
  open[1]?.();
  open[2]?.();
  await Promise.all(all);
});
