import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { HISTORY_TEXT } from '@posthorn/contracts/scheduling/history.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { TARGET_TEXT } from '@posthorn/contracts/scheduling/targets';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { verifyExport } from '@posthorn/event-store/verify-export';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { TargetFailures } from '../../ports/target-failures.ts';
import { Pool } from 'pg';
import request from 'supertest';
import { postStream, type PostEvent } from '../../domain/post/post.ts';
import {
  publicationId,
  publicationStream,
  type PublicationEvent,
} from '../../domain/publication/publication.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { SchedulingModule } from '../../scheduling.module.ts';
import { ScriptedModules } from '../../testing/publishing/scripted-modules.ts';
import { ScriptedPlatform } from '../../testing/publishing/scripted-platform.ts';
import { postEvent } from '../../domain/post/post-events.ts';
import { PostStory } from '../show-history/post-story.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');
const SYSTEM = { kind: 'system', id: 'publishing' } as const;
const ANA = { kind: 'user', id: 'ana' } as const;

let booted: Booted;
let platform: ScriptedPlatform;
let postId = 0;
let where: 'mastodon' | 'snapchat' = 'mastodon';
beforeAll(async () => {
  booted = await boot([ScriptedModules, SchedulingModule], {
    now: NOON,
    database: true,
    env: { ROLES: 'web,projector' },
  });
  platform = booted.app.get(ScriptedPlatform);
}, 60_000);
afterAll(() => booted.close());

const target = () => ({ postId, accountId: 3, ownerId: 'ana', platform: where }) as const;
const as = <Result>(actor: typeof SYSTEM | typeof ANA, work: () => Result): Result =>
  booted.app.get(CauseContext).run({ actor, correlationId: 'spec', causationId: 'spec' }, work);
const record = (actor: typeof SYSTEM | typeof ANA, ...events: PostEvent[]) =>
  as(actor, () => booted.app.get(StreamWriter).decide(postStream, postId, () => events));
const recordOnTarget = (...events: PublicationEvent[]) =>
  as(SYSTEM, () =>
    booted.app.get(StreamWriter).decide(publicationStream, publicationId(postId, 3), () => events),
  );

const prepared = () =>
  eventAbout({ target: target() }, 'PublishPrepared', { contentHash: 'hash', refs: { key: 'k1' } });
const started = () =>
  eventAbout({ target: target() }, 'PublishAttemptStarted', {
    attemptId: 'attempt-1',
    number: 1,
    contentHash: 'hash',
    fingerprint: 'f'.repeat(64),
    startedAt: NOON.toISOString(),
    startBy: NOON.toISOString(),
    deadline: NOON.toISOString(),
  });
const unknown = () =>
  eventAbout({ target: target() }, 'PlatformPublishUnknown', {
    attemptId: 'attempt-1',
    cause: 'timeout',
    words: null,
    nextAt: null,
  });
const accepted = () =>
  eventAbout({ target: target() }, 'PublishAccepted', {
    attemptId: 'attempt-1',
    handle: 'h1',
    acceptedAt: NOON.toISOString(),
    nextAt: NOON.toISOString(),
  });
const failed = () =>
  eventAbout({ target: target() }, 'PlatformPublishFailed', {
    attemptId: 'attempt-1',
    reason: 'rejected',
    words: 'No.',
    retryable: false,
    retryAt: null,
  });

beforeEach(() => startPost());

async function startPost(on: typeof where = 'mastodon'): Promise<void> {
  postId += 1;
  where = on;
  booted.clock.set(NOON);
  platform.connection = 'active';
  const key = { postId, ownerId: 'ana' };
  const targets = [{ accountId: 3, platform: where }] as const;
  const postBody = {
    content: 'Hello',
    ...NO_OPTIONAL_WORDS,
    media: [],
    aiRepliesEnabled: false,
    perTarget: [],
  };
  const timing = { scheduledFor: NOON.toISOString(), timezone: null, localTime: null };
  await record(ANA, postEvent('PostScheduled', { ...key, ...postBody, ...timing, targets }));
  booted.clock.advance(60_000);
  const start = {
    ...key,
    contentHash: 'hash',
    withSuffix: false,
    suffixOn: [],
    targets,
    startedAt: NOON.toISOString(),
  };
  await record(SYSTEM, postEvent('PostPublishingStarted', start));
}

const api = (method: 'get' | 'post', path: string, user = 'ana') =>
  request(booted.url)
    [method](`/api/posts/${String(postId)}${path}`)
    .set('x-test-user', user);
type Answer<Body> = Readonly<{ status: number; body: Body }>;
const show = async (path: string): Promise<HistoryView> => {
  const { body } = (await api('get', path)) as Answer<HistoryView>;
  return body;
};
const onTarget = (what: string, user?: string) => api('post', `/targets/3/${what}`, user);

it('marks an unknown target as posted when a requested look-up finds the post', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  platform.received.push('k1');
  const { status, body } = (await onTarget('check')) as Answer<PostView>;
  expect(status).toBe(200);
  expect(body.targets[0]).toMatchObject({ status: 'posted', remoteId: 'k1' });
});

it('refuses a look-up when the outcome is known', async () => {
  await recordOnTarget(prepared(), started(), failed());
  const { status, body } = (await onTarget('check')) as Answer<ErrorReply>;
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'scheduling.target-not-unknown' });
});

it('sends a failed target again, and records the person who requested it', async () => {
  await recordOnTarget(prepared(), started(), failed());
  const { status, body } = (await onTarget('retry')) as Answer<PostView>;
  expect(status).toBe(200);
  expect(body.targets[0]?.status).toBe('publishing');
  const history = await show('/history');
  expect(history.events.at(-1)).toMatchObject({
    type: 'PublishRetryRequested',
    actor: { name: 'You' },
  });
});

it('refuses a retry on an account that is no longer connected, and says what to do', async () => {
  await recordOnTarget(prepared(), started(), failed());
  platform.connection = 'disconnected';
  const { status, body } = (await onTarget('retry')) as Answer<ErrorReply>;
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: 409,
    code: 'scheduling.account-not-connected',
    message: TARGET_TEXT.notConnected,
  });
  expect((await show('/history')).events.at(-1)?.type).toBe('PlatformPublishFailed');
  platform.connection = 'needs-reconnect';
  // The target then waits for the account, and continues after it is connected again.
  expect((await onTarget('retry')).status).toBe(200);
});

it('looks up a post with an unknown outcome before a retry', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  platform.received.push('k1');
  const { status, body } = (await onTarget('retry')) as Answer<PostView>;
  expect(status).toBe(200);
  expect(body.targets[0]).toMatchObject({ status: 'posted', remoteId: 'k1' });
});

it('records the look-up and the requested retry when the platform does not have a post with an unknown outcome', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  platform.received.length = 0;
  const { status } = (await onTarget('retry')) as Answer<PostView>;
  expect(status).toBe(200);
  const { events } = await show('/history');
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['PublishLookedUp', 'PublishRetryRequested']);
});

it('does not send a post again while its call may still arrive, and reports until when it looks the post up', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  platform.received.length = 0;
  const { body } = (await onTarget('retry')) as Answer<PostView>;
  const lookUntil = body.targets[0]?.lookUntil ?? '';
  expect(body.targets[0]?.status).toBe('unknown');
  expect(Date.parse(lookUntil)).toBeGreaterThan(NOON.getTime());
  const { events } = await show('/history');
  expect(events.at(-1)?.summary).toContain(`Posthorn looks for it until ${lookUntil}`);
});

it('sends again immediately for a person who accepts the risk, if the platform does not have the post', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  platform.received.length = 0;
  const { body } = (await onTarget('retry').send({ atOwnRisk: true })) as Answer<PostView>;
  expect(body.targets[0]?.status).toBe('publishing');
  const { events } = await show('/history');
  expect(events.at(-1)).toMatchObject({ actor: { name: 'You' }, data: { atOwnRisk: true } });
  expect(events.at(-1)?.summary).toContain('although it may then appear twice');
});

it('does not send again, even at the risk of the owner, when the platform has the post or the look-up fails', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  platform.lookUps.push({ kind: 'failed', words: null });
  const { status, body } = (await onTarget('retry').send({ atOwnRisk: true })) as Answer<ErrorReply>;
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'scheduling.platform-cannot-be-asked' });
  platform.received.push('k1');
  const found = (await onTarget('retry').send({ atOwnRisk: true })) as Answer<PostView>;
  expect(found.body.targets[0]).toMatchObject({ status: 'posted', remoteId: 'k1' });
});

it('does not send again, even at the risk of the owner, while a platform still checks the post that it has accepted', async () => {
  for (const on of ['mastodon', 'snapchat'] as const) {
    await startPost(on);
    await recordOnTarget(prepared(), started(), accepted(), unknown());
    platform.lookUps.push({ kind: 'pending' });
    const { status, body } = (await onTarget('retry').send({ atOwnRisk: true })) as Answer<ErrorReply>;
    expect({ status, code: body.code }).toEqual({
      status: 409,
      code: 'scheduling.publishing-is-elsewhere',
    });
  }
});

it('looks up an accepted post before a retry, also where other unknown outcomes cannot be looked up', async () => {
  await startPost('snapchat');
  await recordOnTarget(prepared(), started(), accepted(), unknown());
  platform.lookUps.push({ kind: 'pending' });
  expect((await onTarget('retry')).status).toBe(409);
  platform.lookUps.push({ kind: 'published', remoteId: 'h1', permalink: null });
  const { body } = (await onTarget('retry')) as Answer<PostView>;
  expect(body.targets[0]).toMatchObject({ status: 'posted', remoteId: 'h1' });
});

it('sends again without a look-up where the platform cannot be asked', async () => {
  await startPost('snapchat');
  await recordOnTarget(prepared(), started(), unknown());
  const { body } = (await onTarget('retry')) as Answer<PostView>;
  expect(body.targets[0]?.status).toBe('publishing');
});

it('refuses a value of `atOwnRisk` that is not a boolean', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  const { status, body } = (await onTarget('retry').send({ atOwnRisk: 'yes' })) as Answer<ErrorReply>;
  expect(status).toBe(400);
  expect(body.fields).toEqual({ atOwnRisk: TARGET_TEXT.atOwnRiskNotValid });
});

it('does not send again while an attempt is running', async () => {
  await recordOnTarget(prepared(), started());
  const { status, body } = (await onTarget('retry')) as Answer<ErrorReply>;
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'scheduling.target-not-retryable' });
});

it("accepts the owner's confirmation of a post with an unknown outcome", async () => {
  await recordOnTarget(prepared(), started(), unknown());
  const { status, body } = (await onTarget('confirm').send({
    permalink: 'https://social.test/@ana/1',
  })) as Answer<PostView>;
  expect(status).toBe(200);
  expect(body.targets[0]).toMatchObject({
    status: 'posted',
    permalink: 'https://social.test/@ana/1',
  });
});

it('refuses an invalid URL of the post', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  const { status, body } = (await onTarget('confirm').send({
    permalink: 'javascript:alert(1)',
  })) as Answer<ErrorReply>;
  expect(status).toBe(400);
  expect(body).toMatchObject({
    message: TARGET_TEXT.permalinkNotValid,
    fields: { permalink: TARGET_TEXT.permalinkNotValid },
  });
});

it('returns 404 to strangers and for wrong ids', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  for (const what of ['check', 'retry', 'confirm']) expect((await onTarget(what, 'eve')).status).toBe(404);
  for (const path of ['/history', '/history/export'])
    expect((await api('get', path, 'eve')).status).toBe(404);
  for (const account of ['4', '0', 'x'])
    expect((await api('post', `/targets/${account}/retry`)).status).toBe(404);
});

it('shows the preparation before an attempt separately from data that the attempt saved for the next try', async () => {
  await recordOnTarget(prepared(), started(), prepared(), failed());
  const { events } = await show('/history');
  expect(events.slice(2, 5).map(({ attempt, summary }) => [attempt, summary])).toEqual([
    [null, 'The post was prepared for ana3@social.test.'],
    [1, 'Attempt 1 on ana3@social.test began.'],
    [1, 'The result of attempt 1 was saved for the next try on ana3@social.test.'],
  ]);
});

it('shows every step in order, as a sentence, with its actor', async () => {
  booted.clock.advance(1000);
  await recordOnTarget(prepared(), started(), failed());
  const { events, post: now } = await show('/history');
  expect(events.map(({ type, actor: { name } }) => `${name}: ${type}`)).toEqual([
    'You: PostScheduled',
    'System: PostPublishingStarted',
    'System: PublishPrepared',
    'System: PublishAttemptStarted',
    'System: PlatformPublishFailed',
  ]);
  expect(events.at(3)).toMatchObject({
    attempt: 1,
    requestFingerprint: 'f'.repeat(64),
    accountName: 'ana3@social.test',
  });
  expect(events.at(4)?.summary).toBe(
    'Publishing on ana3@social.test failed. The platform refused the post. It said: “No.”',
  );
  expect(now).toMatchObject({ status: 'failed', content: 'Hello' });
});

it('shows an attempt that ended before its call', async () => {
  const data = { attemptId: 'attempt-1', reason: 'lease-lost', nextAt: NOON.toISOString() } as const;
  await recordOnTarget(
    prepared(),
    started(),
    eventAbout({ target: target() }, 'PublishAttemptNotStarted', data),
  );
  const { events } = await show('/history');
  expect(events.at(-1)?.summary).toBe(
    'Attempt 1 on ana3@social.test ended before anything was sent: another server process had taken it over, or publishing was on hold. It is tried again.',
  );
});

it('shows the post as it was at an instant', async () => {
  booted.clock.advance(1000);
  await recordOnTarget(prepared(), started(), failed());
  const then = await show(`/history?at=${NOON.toISOString()}`);
  expect(then.events.map(({ type }) => type)).toEqual(['PostScheduled']);
  expect(then.post).toMatchObject({ status: 'scheduled', publishing: false });
});

it('refuses an invalid instant', async () => {
  const { status, body } = (await api('get', '/history?at=yesterday')) as Answer<ErrorReply>;
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: HISTORY_TEXT.atNotValid });
});

it('exports a history that passes the integrity check, and no longer passes after one byte has changed', async () => {
  await recordOnTarget(prepared(), started(), failed());
  const { text, headers } = await api('get', '/history/export').buffer(true);
  expect(headers['content-type']).toContain('application/x-ndjson');
  expect(await verifyExport([Buffer.from(text)])).toEqual({ ok: true, count: 5, streams: 2 });
  expect(await verifyExport([Buffer.from(text.replace('rejected', 'rejectet'))])).toMatchObject({
    ok: false,
  });
  expect(text).not.toContain('Hello');
});

it('reads the streams of an export one after another', async () => {
  await recordOnTarget(prepared(), started(), failed());
  const events = (await booted.app.get(PostStory).stored('ana', postId))[Symbol.asyncIterator]();
  const read = jest.spyOn(booted.app.get(EventReader), 'stored');
  await events.next();
  expect(read.mock.calls).toEqual([[`post-${String(postId)}`]]);
  await events.return?.();
  read.mockRestore();
});

const failure = (ownerId = 'ana') =>
  booted.app.get(TargetFailures).failureOf({ postId, accountId: 3, ownerId });

it('reports a failure to other modules, only for the owner and until a retry', async () => {
  expect(await failure()).toBeNull();
  await recordOnTarget(prepared(), started(), failed());
  expect(await failure()).toEqual({ cause: 'failed', content: 'Hello' });
  expect(await failure('eve')).toBeNull();
  await onTarget('retry');
  expect(await failure()).toBeNull();
});
it('reports an unknown outcome to other modules, until the owner decides or removes the post', async () => {
  await recordOnTarget(prepared(), started(), unknown());
  expect(await failure()).toEqual({ cause: 'unknown', content: 'Hello' });
  await record(ANA, postEvent('PostArchived', { postId, ownerId: 'ana' }));
  expect(await failure()).toBeNull();
  await record(ANA, postEvent('PostRestored', { postId, ownerId: 'ana' }));
  await onTarget('confirm');
  expect(await failure()).toBeNull();
});
it('reports the causes of many targets in the given order, with one statement', async () => {
  await recordOnTarget(prepared(), started(), failed());
  const [first, second] = [postId, postId + 1];
  await startPost();
  await recordOnTarget(prepared(), started(), unknown());
  await startPost();
  const requested = [second, postId, first, 9999].map((postId) => ({ postId, accountId: 3 }));
  const causes = (ownerId: string, targets: typeof requested) =>
    booted.app.get(TargetFailures).causesOf(ownerId, targets);
  expect(await causes('ana', requested)).toEqual(['unknown', null, 'failed', null]);
  expect(await causes('ana', [{ postId: first, accountId: 4 }])).toEqual([null]);
  expect(await causes('eve', requested)).toEqual([null, null, null, null]);
  const query = jest.spyOn(booted.app.get(Pool), 'query');
  await causes('ana', requested);
  const names = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
  query.mockRestore();
  expect(names.filter((name) => name === 'scheduling-targets-of-posts')).toHaveLength(1);
});
