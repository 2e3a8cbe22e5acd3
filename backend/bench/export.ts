import { startProduct } from '../test/product.ts';
import { fullLife } from './export/full-life.ts';
import { download } from './export/download.ts';
import { plainCopy } from './export/plain-copy.ts';
import { peakMemory } from './export/peak-memory.ts';
import { openInside } from './inside.ts';
import type { Report } from './report.ts';

const EMAIL = 'full-life@example.com';
/** As much as one person may have: films at the limit of a file, up to the quota. */
const LIFE = { films: 100, filmBytes: 50 * 1024 ** 2, posts: 1_000, comments: 5_000 } as const;

/** All that a person can have, taken along, beside a plain copy of the same files over the same kind of connection. */
export async function benchExport(report: Report): Promise<void> {
  const product = await startProduct({ built: true, log: 'postgres', env: { COMPLIMENTARY_PREMIUM: EMAIL } });
  try {
    const inside = await openInside({ dataDir: product.dataDir, attach: true });
    try {
      const life = await fullLife(EMAIL, LIFE, product, inside);
      report.say(
        `  ${String(LIFE.films)} films of 50 MiB, ${LIFE.posts.toLocaleString('en')} posts and ${LIFE.comments.toLocaleString('en')} comments`,
      );
      const copied = await plainCopy(life.film, LIFE.films);
      const idle = await peakMemory(product.pid(), () => Promise.resolve());
      const exported = await peakMemory(product.pid(), () => download(life.creator));
      const { firstByte, bytes, seconds } = exported.result;
      report.add({
        name: 'export begins',
        value: firstByte / 1000,
        unit: 's',
        baseline: { name: 'plain copy', value: copied.firstByte / 1000 },
        target: { atMost: 2 },
      });
      report.add({
        name: `export of ${(bytes / 1e9).toFixed(1)} GB`,
        value: bytes / 1e6 / seconds,
        unit: 'MB/s',
        baseline: { name: 'plain copy', value: copied.bytes / 1e6 / copied.seconds },
        target: { atLeast: 50 },
      });
      report.add({
        name: 'resident memory of the process that sends it, at most',
        value: exported.bytes / 1e6,
        unit: 'MB',
        baseline: { name: 'before', value: idle.bytes / 1e6 },
        target: { atMost: 200 },
      });
    } finally {
      await inside.close();
    }
  } finally {
    await product.close();
  }
}
