import { inTurn } from '../at-rate.ts';
import type { Report } from '../report.ts';
import type { FullInbox } from './full-inbox.ts';

const TIMES = 60;
const TARGET = { atMost: 150 } as const;
/** The same way through the product with next to nothing at its end. */
const SHORTEST = { name: 'GET /api/auth/user', path: '/api/auth/user' } as const;

/** What the screen of the inbox asks for, one call after the other. */
export async function reads({ calls }: Pick<FullInbox, 'calls'>, report: Report): Promise<void> {
  const measured = async (name: string, path: string) => {
    await inTurn(10, () => calls.get(path));
    const shortest = await inTurn(TIMES, () => calls.get(SHORTEST.path));
    const api = await inTurn(TIMES, () => calls.get(path));
    report.add({
      ...{ name: `${name}, p95`, value: api.p95, unit: 'ms', target: TARGET },
      baseline: { name: SHORTEST.name, value: shortest.p95 },
    });
  };
  const list = '/api/comments?limit=200';
  await measured('first page of the inbox (200 comments)', list);
  await measured('a search that finds a third', `${list}&q=bread`);
  await measured('a search that finds one', `${list}&q=nr4711x`);
  await measured('a search that finds nothing', `${list}&q=zebra`);
  await measured('a search of two letters that finds nothing', `${list}&q=qz`);
  await measured('the summary', '/api/comments/summary');
  await measured('the badge', '/api/comments/summary?status=new');
  await measured('the summary of a search that finds a third', '/api/comments/summary?q=bread');
}
