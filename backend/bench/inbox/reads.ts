import { measuredRead } from '../measured-read.ts';
import type { Report } from '../report.ts';
import type { FullInbox } from './full-inbox.ts';

const TARGET = { atMost: 150 } as const;

/** What the screen of the inbox asks for. */
export async function reads({ calls }: Pick<FullInbox, 'calls'>, report: Report): Promise<void> {
  const measured = (name: string, path: string) =>
    measuredRead(calls, { name, path, target: TARGET }, report);
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
