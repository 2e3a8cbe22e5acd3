import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Event, Stream } from '@posthorn/event-sourcing';
import request from 'supertest';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { postEvent, type MediaRef } from '../../domain/post/post-events.ts';
import { postStream } from '../../domain/post/post.ts';
import { actionNames, actionOf, type ActionName } from '../../domain/publication/actions.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { PUBLISHING_TIMES } from '../../domain/publication/publishing-times.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';
import { SchedulingModule } from '../../scheduling.module.ts';
import { TIMES } from '../times.ts';
import { WaitingTargets } from '../../read-models/targets/waiting-targets.ts';
import { ScriptedModules } from '../../testing/publishing/scripted-modules.ts';
import { ScriptedPlatform } from '../../testing/publishing/scripted-platform.ts';
import { ACTION_EFFECTS } from './actions.ts';

let booted: Booted;
let platform: ScriptedPlatform;
let postId = 0;
beforeAll(async () => {
  // Long intervals, because the spec runs each loop itself.
  const times = { ...PUBLISHING_TIMES, tick: 3_600_000, readinessTick: 3_600_000 };
  const media = { itemsOf: (_: string, files: readonly MediaRef[]) => Promise.resolve(files) };
  const bindings = [
    { provide: TIMES, useValue: times },
    { provide: PostFiles, useValue: media },
  ];
  booted = await boot([ScriptedModules, SchedulingModule], { database: true, bindings });
  platform = booted.app.get(ScriptedPlatform);
}, 60_000);
afterAll(() => booted.close());
beforeEach(() => {
  booted.clock.set(new Date());
  postId += 1;
  platform.actionCalls.length = 0;
  platform.outcomes.length = 0;
  platform.connection = 'active';
});

const caused = <Result>(work: () => Result): Result =>
  booted.app
    .get(CauseContext)
    .run({ actor: { kind: 'user', id: 'ana' }, correlationId: 'spec', causationId: 'spec' }, work);
const record = <State, E extends Event>(stream: Stream<State, E>, id: string | number, ...events: E[]) =>
  caused(() => booted.app.get(StreamWriter).decide(stream, id, () => events));

const file = (mediaType: MediaRef['mediaType']): MediaRef => ({
  mediaUrl: `/media/${mediaType}`,
  thumbnailUrl: null,
  mediaType,
  mimeType: mediaType === 'video' ? 'video/mp4' : 'image/jpeg',
  sha256: 'a'.repeat(64),
  bytes: 1,
  width: null,
  height: null,
  durationSeconds: null,
  originalName: mediaType,
  altText: null,
});

/** Publishes Ana's post with a video and a picture as 42, and requests the action. */
async function requestAction(name: ActionName): Promise<void> {
  const at = new Date(Date.now() - 1000).toISOString();
  const key = { postId, ownerId: 'ana' };
  const account = { accountId: 3, platform: 'mastodon' } as const;
  const data = {
    ...key,
    content: 'Hello',
    ...NO_OPTIONAL_WORDS,
    media: [file('video'), file('image')],
    aiRepliesEnabled: false,
    perTarget: [],
    scheduledFor: at,
    timezone: null,
    localTime: null,
    targets: [account],
  };
  await record(postStream, postId, postEvent('PostScheduled', data));
  const about = { target: { ...key, ...account } };
  const publishedData = {
    attemptId: null,
    remoteId: '42',
    permalink: null,
    publishedAt: at,
    evidence: 'answer',
  } as const;
  const requestedType = `${actionOf(name).event}Requested` as const;
  await record(
    publicationStream,
    publicationId(postId, 3),
    eventAbout(about, 'PlatformPublished', publishedData),
    eventAbout(about, requestedType, { remoteId: '42', requestedAt: at }),
  );
}

/** Runs one round of this many workers at the same time. */
async function work(workers = 1): Promise<void> {
  await booted.catchUp();
  const loops = ACTION_EFFECTS.map((effect) => booted.app.get(effect));
  await Promise.all(Array.from({ length: workers }, () => loops.map((loop) => loop.round())).flat());
}

/** The types of the events after the post was published, without the name of the action. */
async function eventTypes(name: ActionName): Promise<string[]> {
  const path = `/api/posts/${String(postId)}/history`;
  const answer = await request(booted.url).get(path).set('x-test-user', 'ana').expect(200);
  const types = (answer.body as HistoryView).events.map(({ type }) => type);
  return types
    .slice(types.indexOf('PlatformPublished') + 1)
    .map((type) => type.replace(actionOf(name).event, ''));
}

describe.each(actionNames)('the action %s', (name) => {
  const expectedCall = `${name} 42`;

  it('is done once, even with several workers and rounds', async () => {
    await requestAction(name);
    await work(3);
    await work();
    expect(platform.actionCalls).toEqual([expectedCall]);
    expect(await eventTypes(name)).toEqual(['Requested', 'Attempted', 'Set']);
  });

  it('is not tried again after a refusal', async () => {
    platform.outcomes.push({ kind: 'refused', reason: 'rejected', words: 'No.', retryable: false });
    await requestAction(name);
    await work();
    await work();
    expect(platform.actionCalls).toEqual([expectedCall]);
    expect(await eventTypes(name)).toEqual(['Requested', 'Attempted', 'Failed']);
  });

  it('waits for its account, and continues when the account is connected again', async () => {
    platform.outcomes.push({ kind: 'refused', reason: 'reconnect', words: 'Revoked', retryable: false });
    platform.connection = 'needs-reconnect';
    await requestAction(name);
    await work();
    await work();
    expect(await eventTypes(name)).toEqual(['Requested', 'Attempted', 'Postponed']);
    platform.connection = 'active';
    await caused(() => booted.app.get(WaitingTargets).resume(3, 'ana'));
    await work();
    expect(platform.actionCalls).toEqual([expectedCall, expectedCall]);
    expect((await eventTypes(name)).slice(3)).toEqual(['PublicationResumed', 'Attempted', 'Set']);
  });
});
