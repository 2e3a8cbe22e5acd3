import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { Creator } from '../../test/creator.ts';
import type { Product } from '../../test/product.ts';
import { inParallel } from '../at-rate.ts';
import { fullInbox } from '../inbox/full-inbox.ts';
import type { BenchContext } from '../bench-context.ts';
import { publishedStories, encodeStory } from '../post-stories.ts';

export type Life = Readonly<{ videos: number; videoBytes: number; posts: number; comments: number }>;

/** `video`: the path of the file that all videos share. */
export type FullLife = Readonly<{ creator: Creator; video: string }>;

/**
 * Creates the data of a user of many years. Posts and comments are written to the log. All videos are one sparse file under many
 * names, because only reading and sending them matters.
 */
export async function fullLife(
  email: string,
  { videos, videoBytes, posts, comments }: Life,
  product: Product,
  inside: BenchContext,
): Promise<FullLife> {
  const { creator, inbox } = await fullInbox(email, comments, product, inside);
  const [store, codec] = [inside.app.get(EventStore), inside.app.get(EventCodec)];
  const { rows } = await inside.pool.query<{ id: number }>(
    `select nextval('scheduling.post_id')::float8 as id from generate_series(1, $1)`,
    [posts],
  );
  const [account] = inbox.accounts;
  if (!account) throw new Error('Nothing is connected.');
  await inParallel(rows, 32, async ({ id }) => {
    for (const story of publishedStories(id, inbox.ownerId, account)) {
      const { stream, events } = await encodeStory(story, codec);
      await store.append(stream, events, { expected: 'noStream' });
    }
  });
  const sha256 = 'f1'.repeat(32);
  const video = join(product.dataDir, 'media', 'objects', sha256.slice(0, 2), `${sha256}.mp4`);
  await mkdir(dirname(video), { recursive: true });
  const file = await open(video, 'w');
  try {
    await file.truncate(videoBytes);
  } finally {
    await file.close();
  }
  await inside.pool.query(
    `insert into media.file (name, owner_id, sha256, kind, mime_type, bytes, stored_bytes, original_name, stored)
     select 'film' || lpad(n::text, 18, '0') || '.mp4', $1, $2, 'video', 'video/mp4', $3, $3, 'film.mp4', true
     from generate_series(1, $4) n`,
    [inbox.ownerId, sha256, videoBytes, videos],
  );
  return { creator, video };
}
