import { randomBytes } from 'node:crypto';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { uploadPicture } from '../test/all-platforms.ts';
import { eventually } from '../test/eventually.ts';
import { startProduct } from '../test/product.ts';
import { inParallel } from './at-rate.ts';
import { fullLife } from './export/full-life.ts';
import { openBenchContext } from './bench-context.ts';
import type { Report } from './report.ts';

const EMAIL = 'leaving@example.com';
const LIFE = { videos: 0, videoBytes: 0, posts: 1_000, comments: 5_000 } as const;
const FILES = 200;
const MOST_SECONDS = 600;

/** Measures the erasure of a user with much data. The sandbox revokes the tokens of both accounts. */
export async function benchErasure(report: Report): Promise<void> {
  const product = await startProduct({
    embedded: true,
    built: true,
    log: 'postgres',
    env: { COMPLIMENTARY_PREMIUM: EMAIL },
  });
  try {
    const context = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const { creator } = await fullLife(EMAIL, LIFE, product, context);
      const colours = Array.from({ length: FILES }, () => `#${randomBytes(3).toString('hex')}`);
      await inParallel(colours, 4, (colour) => uploadPicture(creator, colour));
      const { id, username } = (await creator.client.get<UserView>('/api/auth/user')).body;
      const begin = performance.now();
      const { status, text } = await creator.client.call('DELETE', '/api/account', { confirm: username });
      if (status !== 202) throw new Error(`The response to the deletion was ${String(status)}: ${text}`);
      await eventually(async () => {
        const { rows } = await context.pool.query(
          `select from es.events where stream = $1 and type = 'ErasureCompleted'`,
          [`erasure-${id}`],
        );
        if (rows.length === 0) throw new Error('It is not completed.');
      }, MOST_SECONDS);
      report.add({
        name: `erasure of ${LIFE.posts.toLocaleString('en')} posts, ${LIFE.comments.toLocaleString('en')} comments, ${String(FILES)} files`,
        value: (performance.now() - begin) / 1000,
        unit: 's',
        baseline: null,
        target: { atMost: 300 },
      });
    } finally {
      await context.close();
    }
  } finally {
    await product.close();
  }
}
