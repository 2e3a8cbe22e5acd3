import { measuredRead } from '../measured-read.ts';
import type { Report } from '../report.ts';
import type { FullFigures } from './full-figures.ts';

const CARDS = 100;

/** What the screen of figures and its cards ask for. */
export async function reads({ calls, posts, period }: FullFigures, report: Report): Promise<void> {
  const measured = (name: string, path: string, atMost: number) =>
    measuredRead(calls, { name, path, target: { atMost } }, report);
  for (const age of ['24h', 'newest'])
    await measured(`overview at ${age}`, `/api/analytics/overview?${period}&age=${age}`, 150);
  const ids = posts.map(({ id }) => id);
  await measured('looks of one post', `/api/posts/${String(ids.at(-1))}/analytics/looks`, 30);
  const cards = ids.slice(-CARDS).join(',');
  await measured(`${String(CARDS)} cards`, `/api/analytics/posts?ids=${cards}`, 100);
}
