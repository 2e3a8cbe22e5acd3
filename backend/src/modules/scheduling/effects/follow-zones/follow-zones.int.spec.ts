// @zones
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import type { Response } from 'supertest';
import { postStream, recompute } from '../../domain/post/post.ts';
import { FollowZones } from './follow-zones.ts';
import { noon, schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
/** A new user with the same accounts as Ana. */
let me: ReturnType<SchedulingProduct['as']>;
beforeEach(() => {
  me = product.as();
  product.setTime(noon);
});

const postIn = ({ body }: Response) => body as PostView;

it('uses the local time when the instant does not match it, and returns the corrected instant', async () => {
  const zone = { timezone: 'Europe/Paris', localTime: '2030-06-01T09:30' };
  const answer = await me.schedule({ ...zone, scheduledFor: '2030-06-01T08:30:00Z' }).expect(201);
  expect(postIn(answer).scheduledFor).toBe('2030-06-01T07:30:00.000Z');
});

it('moves posts to their local time after the zone data changed', async () => {
  const zones = product.booted.app.get(FollowZones);
  const zone = { timezone: 'Europe/Paris', localTime: '2030-06-01T09:30' };
  const scheduled = postIn(await me.schedule({ ...zone, scheduledFor: '2030-06-01T07:30:00Z' }).expect(201));
  // Simulates a runtime whose zone data has no summer time.
  const moved = await product.asWorker(() =>
    product.booted.app
      .get(StreamWriter)
      .decide(postStream, scheduled.id, (state) => recompute(state, '2030-06-01T08:30:00.000Z', '2029a')),
  );
  expect(moved.appended).toHaveLength(1);
  await me.list();
  await product.asWorker(() => zones.follow('2029a'));
  await product.asWorker(() => zones.follow('2029b'));
  expect(await me.list()).toMatchObject([{ id: scheduled.id, scheduledFor: '2030-06-01T07:30:00.000Z' }]);
});

it('does not let a process with older zone data move posts back', async () => {
  const follow = (version: string) => {
    // A new instance simulates another process: it does not know what earlier instances did.
    const zones = new FollowZones(product.booted.app.get(Pool), product.booted.app.get(StreamWriter));
    return product.asWorker(() => zones.follow(version));
  };
  const zone = { timezone: 'Europe/Paris', localTime: '2030-06-01T09:30' };
  const { id } = postIn(await me.schedule({ ...zone, scheduledFor: '2030-06-01T07:30:00Z' }).expect(201));
  await follow('2031b');
  // Simulates a runtime with the newest zone data, in which summer time is abolished.
  await product.asWorker(() =>
    product.booted.app
      .get(StreamWriter)
      .decide(postStream, id, (state) => recompute(state, '2030-06-01T08:30:00.000Z', '2031b')),
  );
  await me.list();
  await follow('2031a');
  expect(await me.list()).toMatchObject([{ id, scheduledFor: '2030-06-01T08:30:00.000Z' }]);
  const { rows } = await product.booted.app.get(Pool).query('select version from scheduling.zone_data');
  expect(rows).toEqual([{ version: '2031b' }]);
});

it('does not move a post that its owner moves while the zones are updated', async () => {
  const zones = product.booted.app.get(FollowZones);
  const zone = { timezone: 'Europe/Paris', localTime: '2030-06-01T09:30' };
  const { id } = postIn(await me.schedule({ ...zone, scheduledFor: '2030-06-01T07:30:00Z' }).expect(201));
  const move = (at: string) =>
    product.asWorker(() =>
      product.booted.app.get(StreamWriter).decide(postStream, id, (state) => recompute(state, at, '2032a')),
    );
  await product.asWorker(() => zones.follow('2032a'));
  await move('2030-06-01T08:30:00.000Z');
  await me.list();
  const reader = product.booted.app.get(EventReader);
  const load = reader.loadForWriting.bind(reader);
  const reading = jest.spyOn(reader, 'loadForWriting').mockImplementation(async (stream, name) => {
    const before = await load(stream, name);
    if (name === `post-${String(id)}`) {
      reading.mockRestore();
      const content = 'Moved';
      const change = { content, timezone: 'Europe/Paris', localTime: '2031-01-05T10:00' };
      await me.edit(id, { ...change, scheduledFor: '2031-01-05T09:00:00Z' }).expect(200);
    }
    return before;
  });
  await product.asWorker(() => zones.follow('2032b'));
  expect(await me.list()).toMatchObject([{ id, scheduledFor: '2031-01-05T09:00:00.000Z' }]);
});
