import { setTimeout as pause } from 'node:timers/promises';
import { taken, type Api, type Post } from './client.ts';

const PAUSE = 1_000;

/** Waits until publishing a post has ended on every account, well or badly. */
export async function settled(api: Api, id: number): Promise<Post> {
  for (;;) {
    const post = taken(await api.GET('/posts/{id}', { params: { path: { id } } }));
    if (post.targets.every(({ status }) => status === 'posted' || status === 'failed')) return post;
    await pause(PAUSE);
  }
}
