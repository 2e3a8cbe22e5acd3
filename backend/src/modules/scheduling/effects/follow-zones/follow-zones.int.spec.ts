// @zones
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import type { Response } from 'supertest';
import { postStream, recompute } from '../../domain/post/post.ts';
import { scheduled } from '../../domain/post/testing/post-samples.ts';
import { FollowZones } from './follow-zones.ts';
import { noon, schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
/** A new user with the same accounts as Ana. */
let me: ReturnType<SchedulingProduct['as']>;
beforeEach(() => {
  me = product.as();
  product.setTime(noon);
});

let ids = 700_000;
const TARGETS = [{ accountId: 3, platform: 'mastodon' }] as const;
const BY_OLD_DATA = '2030-06-01T08:30:00.000Z';
const BY_NEW_DATA = '2030-06-01T07:30:00.000Z';

/** Lets this runtime move the posts whose time other zone data gave. */
const follow = () => product.booted.catchUp();
const postIn = ({ body }: Response) => body as PostView;

it('uses the local time when the instant does not match it, and returns the corrected instant', async () => {
  const zone = { timezone: 'Europe/Paris', localTime: '2030-06-01T09:30' };
  const answer = await me.schedule({ ...zone, scheduledFor: '2030-06-01T08:30:00Z' }).expect(201);
  expect(postIn(answer).scheduledFor).toBe('2030-06-01T07:30:00.000Z');
});

/** Writes a post at 9:30 in Paris, as a process does whose zone data has no summer time. */
async function writeWithOldData({ timezone } = { timezone: 'Europe/Paris' }): Promise<number> {
  const postId = ++ids;
  const times = { timezone, localTime: '2030-06-01T09:30', scheduledFor: BY_OLD_DATA };
  const event = scheduled({ postId, ownerId: product.user, media: [], targets: TARGETS, ...times });
  await product.asWorker(() =>
    product.booted.app.get(StreamWriter).decide(postStream, postId, () => [event]),
  );
  return postId;
}
const recomputed = (postId: number, at: string, zoneData: string) =>
  product.asWorker(() =>
    product.booted.app.get(StreamWriter).decide(postStream, postId, (post) => recompute(post, at, zoneData)),
  );

it('moves a post that a process with older zone data writes after this process has followed the zones', async () => {
  await follow();
  const id = await writeWithOldData();
  await follow();
  expect(await me.list()).toMatchObject([{ id, scheduledFor: BY_NEW_DATA }]);
});

it('moves a post that a process with older zone data moves', async () => {
  const zone = { timezone: 'Europe/Paris', localTime: '2030-06-01T09:30' };
  const { id } = postIn(await me.schedule({ ...zone, scheduledFor: BY_NEW_DATA }).expect(201));
  await follow();
  await recomputed(id, BY_OLD_DATA, '2019a');
  await follow();
  expect(await me.list()).toMatchObject([{ id, scheduledFor: BY_NEW_DATA }]);
});

it('moves a post that was deleted while the zones changed, once its owner restores it', async () => {
  const id = await writeWithOldData();
  await me.delete(id).expect(200);
  await follow();
  expect(product.typesOf(`post-${String(id)}`)).toEqual(['PostScheduled', 'PostCancelled']);
  await me.restore(id).expect(200);
  await follow();
  expect(await me.list()).toMatchObject([{ id, scheduledFor: BY_NEW_DATA }]);
});

it('keeps a post in a zone that only newer zone data knows', async () => {
  const id = await writeWithOldData({ timezone: 'Atlantis/Center' });
  await follow();
  expect(await me.list()).toMatchObject([{ id, scheduledFor: BY_OLD_DATA }]);
});

it('does not move a post that its owner moves while the zones are updated', async () => {
  const id = await writeWithOldData();
  const reader = product.booted.app.get(EventReader);
  const load = reader.loadForWriting.bind(reader);
  const reading = jest.spyOn(reader, 'loadForWriting').mockImplementation(async (stream, name) => {
    const before = await load(stream, name);
    if (name === `post-${String(id)}`) {
      reading.mockRestore();
      const change = { content: 'Moved', timezone: 'Europe/Paris', localTime: '2031-01-05T10:00' };
      await me.edit(id, { ...change, scheduledFor: '2031-01-05T09:00:00Z' }).expect(200);
    }
    return before;
  });
  await follow();
  expect(await me.list()).toMatchObject([{ id, scheduledFor: '2031-01-05T09:00:00.000Z' }]);
});

it('does not let a process with older zone data move posts back', async () => {
  const id = await writeWithOldData();
  const zones = product.booted.app.get(FollowZones);
  const followWith = (version: string) => product.asWorker(() => zones.follow(id, version));
  await product.asWorker(() => zones.note('2031b'));
  await product.asWorker(() => zones.note('2031a'));
  await followWith('2031a');
  expect(await me.list()).toMatchObject([{ id, scheduledFor: BY_OLD_DATA }]);
  await followWith('2031b');
  expect(await me.list()).toMatchObject([{ id, scheduledFor: BY_NEW_DATA }]);
  const { rows } = await product.booted.app.get(Pool).query('select version from scheduling.zone_data');
  expect(rows).toEqual([{ version: '2031b' }]);
});
