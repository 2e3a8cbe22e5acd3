import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import request from 'supertest';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { postStream } from '../../domain/post/post.ts';
import { postEvent, type PostEvent } from '../../domain/post/post-events.ts';
import { PUBLISHING_TIMES } from '../../domain/publication/publishing-times.ts';
import { ScriptedModules } from '../../testing/publishing/scripted-modules.ts';
import { ScriptedPlatform } from '../../testing/publishing/scripted-platform.ts';
import { TIMES } from '../times.ts';
import { SchedulingModule } from '../../scheduling.module.ts';
import { ReadinessChecks } from '../readiness/readiness-checks.ts';
import { RemoteDeletions } from '../remote-deletions/remote-deletions.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';
import { READINESS_VIEW } from '../../read-models/readiness/readiness-table.projection.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

type Reconnected = Event<'AccountReconnected', 1, Readonly<{ accountId: number; ownerId: string }>>;
/** The account events that the module Scheduling reads. */
const accountStream: Stream<object, Reconnected> = {
  category: 'account',
  initial: {},
  evolve: (state) => state,
  shapes: { AccountReconnected: { schema: 1, fields: { ownerId: plain } } },
};

let booted: Booted;
let platform: ScriptedPlatform;
let postId = 0;
beforeAll(async () => {
  // Long intervals, because the spec runs each process and loop itself.
  const longIntervals = { ...PUBLISHING_TIMES, tick: HOUR_MS, readinessTick: HOUR_MS };
  const bindings = [{ provide: TIMES, useValue: longIntervals }];
  booted = await boot([ScriptedModules, SchedulingModule], { database: true, bindings });
  booted.app.get(EventCatalog).add(accountStream);
  platform = booted.app.get(ScriptedPlatform);
}, 60_000);
afterAll(() => booted.close());
beforeEach(() => {
  booted.clock.set(new Date());
  platform.readinessProblems = [];
  platform.checks = 0;
  platform.isReachable = true;
  platform.deleted.length = 0;
  platform.connection = 'active';
  platform.deletion = 'yes';
});

const record = <State, E extends Event>(stream: Stream<State, E>, id: string | number, ...events: E[]) =>
  booted.app
    .get(CauseContext)
    .run({ actor: { kind: 'user', id: 'ana' }, correlationId: 'spec', causationId: 'spec' }, () =>
      booted.app.get(StreamWriter).decide(stream, id, () => events),
    );
const key = () => ({ postId, ownerId: 'ana' });
const target = () => ({ ...key(), accountId: 3, platform: 'mastodon' }) as const;
const timing = (minutes: number) => ({ scheduledFor: inMinutes(minutes), timezone: null, localTime: null });
const postBody = {
  content: 'Hello',
  ...NO_OPTIONAL_WORDS,
  media: [],
  aiRepliesEnabled: false,
  perTarget: [],
};
async function schedulePost(minutes: number): Promise<void> {
  postId += 1;
  const targets = [{ accountId: 3, platform: 'mastodon' }] as const;
  const data = { ...key(), ...postBody, ...timing(minutes), targets };
  await record(postStream, postId, postEvent('PostScheduled', data));
}
const onPost = (...events: PostEvent[]) => record(postStream, postId, ...events);
const onTarget = (...events: PublicationEvent[]) =>
  record(publicationStream, publicationId(postId, 3), ...events);
const reconnectAccount = async () => {
  const data = { accountId: 3, ownerId: 'ana' };
  await record(accountStream, 3, { type: 'AccountReconnected', schema: 1, data });
  await booted.catchUp();
};
const check = async () => {
  await booted.catchUp();
  await booted.app.get(ReadinessChecks).round();
};
const runDeletions = async () => {
  await booted.catchUp();
  await booted.app.get(RemoteDeletions).round();
};
const send = (method: 'get' | 'delete', path = '', user = 'ana') =>
  request(booted.url)
    [method](`/api/posts/${String(postId)}${path}`)
    .set('x-test-user', user);
const shown = async () => ((await send('get')).body as PostView).targets[0];
const dueIn = async () => {
  await booted.catchUp();
  const rows = await booted.database?.pool.query<{ wait: number }>(
    `select extract(epoch from due_at - now())::float8 as wait from ${DUE_VIEW} where post_id = $1`,
    [postId],
  );
  return rows?.rows[0]?.wait;
};
const eventTypes = async () => {
  const { body } = (await send('get', '/history')) as { body: { events: { type: string }[] } };
  return body.events.map(({ type }) => type);
};
const revoked = { code: 'reconnect', message: 'Connect it again.' };

it('warns once about a post that is due within 15 minutes, even when several workers check it', async () => {
  platform.readinessProblems = [revoked];
  await schedulePost(10);
  await check();
  await Promise.all([check(), check(), check()]);
  expect(platform.checks).toBe(1);
  expect((await shown())?.warning).toEqual(revoked);
  expect(await eventTypes()).toEqual(['PostScheduled', 'PublicationWarned']);
});

it('lets only one of two workers check a post', async () => {
  await schedulePost(10);
  await booted.catchUp();
  const checks = booted.app.get(ReadinessChecks);
  await Promise.all([checks.round(), checks.round(), checks.round()]);
  expect(platform.checks).toBe(1);
});

it('checks a post again when its platform could not be asked', async () => {
  platform.isReachable = false;
  await schedulePost(10);
  await check();
  await check();
  expect(platform.checks).toBe(1);
  platform.isReachable = true;
  platform.readinessProblems = [revoked];
  await booted.database?.pool.query(
    `update ${READINESS_VIEW} set lease_until = now() - interval '1 second' where post_id = $1`,
    [postId],
  );
  await check();
  expect((await shown())?.warning).toEqual(revoked);
  await check();
  expect(platform.checks).toBe(2);
});

it('does not check posts that are due later or are already due', async () => {
  platform.readinessProblems = [revoked];
  await schedulePost(16);
  await schedulePost(-1);
  await check();
  expect(platform.checks).toBe(0);
  const unchecked = `select from ${READINESS_VIEW} where post_id = $1 and lease_until is null and checked is null`;
  expect((await booted.database?.pool.query(unchecked, [postId]))?.rowCount).toBe(1);
});

it('warns about the problems that the precheck finds', async () => {
  const tooLong = {
    code: 'integrations.text-too-long',
    variant: 'bytes',
    values: { platform: 'Mastodon' },
    message: 'Mastodon: too long.',
  };
  platform.problems = [tooLong];
  await schedulePost(10);
  await check();
  platform.problems = [];
  expect((await shown())?.warning).toEqual(tooLong);
});

it('warns when a file of the post is gone, and checks the account all the same', async () => {
  platform.readinessProblems = [revoked];
  const missingFiles = jest
    .spyOn(booted.app.get(PostFiles), 'itemsOf')
    .mockRejectedValue(Object.assign(new Error('gone'), { code: 'ENOENT' }));
  await schedulePost(10);
  await check();
  missingFiles.mockRestore();
  const { body } = (await send('get', '/history')) as { body: { events: { data: object }[] } };
  expect(body.events.slice(1)).toMatchObject([
    { data: { code: 'reconnect' } },
    { data: { code: 'media-lost', words: 'Mastodon: a file of the post is no longer on this server.' } },
  ]);
});

it('ends the warning and checks again when the post is edited or moved', async () => {
  platform.readinessProblems = [revoked];
  await schedulePost(10);
  await check();
  await onPost(postEvent('PostEdited', { ...key(), ...postBody, content: 'New' }));
  expect((await shown())?.warning).toBeNull();
  await check();
  expect((await shown())?.warning).toEqual(revoked);
  await onPost(postEvent('PostRescheduled', { ...key(), ...timing(60) }));
  await check();
  expect((await shown())?.warning).toBeNull();
});

it('ends the warning when the account is connected again, and finds other problems', async () => {
  platform.readinessProblems = [revoked];
  await schedulePost(10);
  await check();
  platform.readinessProblems = [];
  const due = await dueIn();
  await reconnectAccount();
  expect((await shown())?.warning).toBeNull();
  expect(Math.abs(((await dueIn()) ?? 0) - (due ?? 0))).toBeLessThan(30);
  platform.readinessProblems = [{ code: 'quota', message: 'Used up.' }];
  await check();
  expect((await shown())?.warning).toEqual({ code: 'quota', message: 'Used up.' });
});

it('keeps a post that waits for its account, and makes it due when the account is connected again', async () => {
  await schedulePost(-1);
  const until = inMinutes(359);
  await onTarget(
    eventAbout({ target: target() }, 'PublishPostponed', {
      attemptId: null,
      reason: 'reconnect',
      words: null,
      until,
    }),
  );
  expect(await shown()).toMatchObject({
    status: 'scheduled',
    nextAttemptAt: null,
    problem: { message: 'Reconnect this account in Settings. The post waits.' },
  });
  const wait = (await dueIn()) ?? 0;
  expect(wait).toBeGreaterThan(14 * 60);
  expect(wait).toBeLessThan(16 * 60);
  await reconnectAccount();
  expect(await dueIn()).toBeLessThan(1);
  expect((await shown())?.problem).toBeNull();
  await reconnectAccount();
  expect((await eventTypes()).filter((type) => type === 'PublicationResumed')).toHaveLength(1);
});

const published = (remoteId: string | null = '42') =>
  onTarget(
    eventAbout({ target: target() }, 'PlatformPublished', {
      attemptId: null,
      remoteId,
      permalink: 'https://social.test/42',
      publishedAt: inMinutes(0),
      evidence: remoteId === null ? 'person' : 'answer',
    }),
  );
const requestDeletion = (user?: string) => send('delete', '/targets/3/remote', user);

it('deletes a published post on its platform in the background, and records who requested it', async () => {
  await schedulePost(-1);
  await published();
  const { status, body } = (await requestDeletion()) as { status: number; body: PostView };
  expect(status).toBe(202);
  expect(body.targets[0]).toMatchObject({ status: 'posted', remoteDeletion: 'requested' });
  expect(platform.deleted).toEqual([]);
  await runDeletions();
  await runDeletions();
  expect(platform.deleted).toEqual(['42']);
  expect(await shown()).toMatchObject({ status: 'posted', remoteDeletion: 'deleted', permalink: null });
  expect((await eventTypes()).slice(-3)).toEqual([
    'RemoteDeletionRequested',
    'RemoteDeletionAttempted',
    'RemotePostDeleted',
  ]);
  expect((await requestDeletion()).body).toMatchObject({
    code: 'scheduling.remote-post-not-deletable',
  });
});

it('deletes a published post on its platform even after it was archived', async () => {
  await schedulePost(-1);
  await published();
  await record(postStream, postId, postEvent('PostArchived', key()));
  expect((await requestDeletion('eve')).status).toBe(404);
  const { status, body } = (await requestDeletion()) as { status: number; body: PostView };
  expect({ status, deletion: body.targets[0]?.remoteDeletion }).toEqual({
    status: 202,
    deletion: 'requested',
  });
  await runDeletions();
  expect(platform.deleted).toEqual(['42']);
});

it('deletes once when several workers try', async () => {
  await schedulePost(-1);
  await published();
  await requestDeletion();
  await booted.catchUp();
  const worker = booted.app.get(RemoteDeletions);
  await Promise.all([worker.round(), worker.round(), worker.round()]);
  expect(platform.deleted).toEqual(['42']);
});

it('refuses a deletion that is not possible, and shows strangers nothing', async () => {
  await schedulePost(-1);
  expect((await requestDeletion()).status).toBe(409);
  await published();
  expect((await requestDeletion('eve')).status).toBe(404);
  platform.deletion = 'not-offered';
  const { status, body } = (await requestDeletion()) as { status: number; body: object };
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'scheduling.platform-cannot-delete' });
  platform.deletion = 'not-granted';
  expect(await requestDeletion()).toMatchObject({
    status: 422,
    body: { code: 'scheduling.deletion-not-granted' },
  });
  platform.deletion = 'yes';
  expect((await requestDeletion()).status).toBe(202);
  expect((await requestDeletion()).status).toBe(409);
  await runDeletions();
  await schedulePost(-1);
  await published(null);
  expect((await requestDeletion()).body).toMatchObject({ code: 'scheduling.remote-post-unknown' });
});

it('delays a deletion until the account is connected again', async () => {
  await schedulePost(-1);
  await published();
  await requestDeletion();
  platform.deletions.push({ kind: 'refused', reason: 'reconnect', words: 'Revoked', retryable: false });
  platform.connection = 'needs-reconnect';
  await runDeletions();
  await runDeletions();
  expect(await shown()).toMatchObject({
    remoteDeletion: 'requested',
    remoteDeletionProblem: { code: 'reconnect', words: 'Revoked' },
  });
  platform.connection = 'active';
  await reconnectAccount();
  await runDeletions();
  expect(await shown()).toMatchObject({ remoteDeletion: 'deleted', remoteDeletionProblem: null });
});

it('records that the platform refused, and tries again when the owner requests it', async () => {
  await schedulePost(-1);
  await published();
  await requestDeletion();
  platform.deletions.push({ kind: 'refused', reason: 'rejected', words: 'No.', retryable: false });
  await runDeletions();
  expect(await shown()).toMatchObject({
    remoteDeletion: 'failed',
    remoteDeletionProblem: { code: 'rejected', words: 'No.' },
    permalink: 'https://social.test/42',
  });
  expect((await requestDeletion()).status).toBe(202);
  await runDeletions();
  expect((await shown())?.remoteDeletion).toBe('deleted');
});

it('deletes the second copy of a post, and keeps the first copy', async () => {
  await schedulePost(-1);
  await published();
  await onTarget(
    eventAbout({ target: target() }, 'DuplicateDetected', {
      attemptId: null,
      remoteId: '43',
      permalink: 'https://social.test/43',
      detectedAt: inMinutes(0),
      evidence: 'look-up',
    }),
  );
  expect((await send('delete', '/targets/3/remote?remoteId=99')).status).toBe(409);
  expect((await send('delete', '/targets/3/remote?remoteId=')).status).toBe(400);
  expect((await send('delete', '/targets/3/remote?remoteId=43', 'eve')).status).toBe(404);
  expect((await send('delete', '/targets/3/remote?remoteId=43')).status).toBe(202);
  await runDeletions();
  expect(platform.deleted).toEqual(['43']);
  expect(await shown()).toMatchObject({
    remoteDeletion: null,
    permalink: 'https://social.test/42',
    duplicates: [{ remoteId: '43', remoteDeletion: 'deleted', permalink: null }],
  });
  const { body } = (await send('get', '/history')) as {
    body: { events: { summary: string; permalink: string }[] };
  };
  const newest = body.events.slice(-4);
  expect(newest[0]).toMatchObject({
    permalink: 'https://social.test/43',
    summary: expect.stringContaining('a second time, found there afterwards. One of the two can be deleted.'),
  });
  expect(newest[1]?.summary).toContain('Deleting the second copy of the post');
});
