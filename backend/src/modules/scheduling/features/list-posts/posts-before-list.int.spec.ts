import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { TestTokens } from '#infrastructure/testing/test-tokens.ts';
import { POSTS_VIEW } from '../../read-models/posts/post-list.projection.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec([TestTokens]);

/** Schedules a post that the list does not contain yet, as if the reader of the list were slow. */
async function scheduledBeforeList(): Promise<number> {
  const { id } = (await product.as().schedule({ content: 'Fresh bread' }).expect(201)).body as PostView;
  await product.booted.catchUp();
  const { rowCount } = await product.booted.app
    .get(Pool)
    .query(`delete from ${POSTS_VIEW} where post_id = $1`, [id]);
  expect(rowCount).toBe(1);
  return id;
}

it('shows a post that a public event announced before the list contained it', async () => {
  const id = await scheduledBeforeList();
  expect((await product.as().show(id).expect(200)).body).toMatchObject({ id, content: 'Fresh bread' });
  const path = `/posts/${String(id)}`;
  const byToken = await product.external('get', path, ['posts:read']).expect(200);
  expect(byToken.body).toMatchObject({ id, content: 'Fresh bread' });
});

it('hides such a post from every user but its owner', async () => {
  const id = await scheduledBeforeList();
  await product.as('eve').show(id).expect(404);
});

it('hides such a post after its owner has deleted it', async () => {
  const id = await scheduledBeforeList();
  await product.as().delete(id).expect(200);
  await product.as().show(id).expect(404);
});
