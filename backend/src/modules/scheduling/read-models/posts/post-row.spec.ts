import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { describe, expect, it } from '@jest/globals';
import {
  archived,
  cancelled,
  body,
  edited,
  editedAfterPublishing,
  key,
  restored,
  scheduled,
  started,
  targets,
  timing,
} from '../../domain/post/testing/post-samples.ts';
import { postStream } from '../../domain/post/post.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import * as sample from '../../domain/publication/testing/publication-samples.ts';
import { postView } from './post-view.ts';
import { postList } from './post-list.projection.ts';
import { foldPost, type PostListEvent, type PostRow } from './post-row.ts';
import { postEvent } from '../../domain/post/post-events.ts';

const retry = { requestedAt: sample.at(99) };
const CREATED = '2030-01-01T12:00:00.000Z';
const names = new Map([[3, 'ana@mastodon.test']]);
/** A stored event, with only the fields that the fold reads. */
const logged = (event: PostListEvent & { at?: string }) =>
  ({ ...event, meta: { at: event.at ?? CREATED } }) as LoggedEvent<PostListEvent>;
const fold = (...events: PostListEvent[]): PostRow | undefined =>
  events.reduce<PostRow | undefined>((row, event) => foldPost(row, logged(event)), undefined);
const view = (...events: PostListEvent[]) => {
  const row = fold(...events);
  if (!row) throw new Error('There is no row');
  return postView(row, names);
};
const first = (...events: PostListEvent[]) => view(scheduled(), started, ...events).targets[0];
/** The same event on the other account. */
const onBluesky = <E extends { data: object }>(event: E): E => ({
  ...event,
  data: { ...event.data, accountId: 4, platform: 'bluesky' },
});

it('shows a scheduled post with all its targets as scheduled', () => {
  expect(view(scheduled())).toMatchObject({
    id: 7,
    userId: 'ana',
    content: 'Hello',
    hashtags: '#launch',
    mediaUrl: body.media[0]?.mediaUrl,
    scheduledFor: timing.scheduledFor,
    timezone: 'Europe/Paris',
    status: 'scheduled',
    attention: false,
    publishing: false,
    platform: 'mastodon',
    selectedPlatforms: ['mastodon', 'bluesky'],
    selectedAccountIds: [3, 4],
    platformStatuses: { mastodon: 'scheduled', bluesky: 'scheduled' },
    mediaFiles: [{ originalName: 'sunset.jpg', order: 0, mediaSize: 1000, altText: 'A sunset' }],
    createdAt: CREATED,
  });
});

it('uses the account names of Integrations, and the platform for an unknown account', () => {
  expect(view(scheduled()).targets.map(({ accountName }) => accountName)).toEqual([
    'ana@mastodon.test',
    'bluesky',
  ]);
});

it('shows the files that are selected for an account, until an edit removes the selection', () => {
  const shownFiles = (...events: PostListEvent[]) =>
    view(...events).targets.map(({ mediaUrls }) => mediaUrls);
  const perTarget = [{ accountId: 4, content: null, options: {}, mediaUrls: [] }];
  expect(shownFiles(scheduled({ perTarget }))).toEqual([null, []]);
  expect(shownFiles(scheduled({ perTarget }), edited())).toEqual([null, null]);
});

it('shows changes after publishing, and includes the new title in searches', () => {
  const row = fold(scheduled({ title: 'Before' }), started, editedAfterPublishing);
  expect(row).toMatchObject({ title: 'Later', ai_replies: true, search_text: 'hello later #launch' });
});

it('shows changed accounts, and keeps the state of the remaining accounts', () => {
  const changed = postEvent('PostTargetsChanged', {
    ...key,
    targets: [
      { accountId: 4, platform: 'bluesky' },
      { accountId: 5, platform: 'threads' },
    ],
    scheduledFor: timing.scheduledFor,
  });
  const shown = view(scheduled(), changed);
  expect(shown).toMatchObject({ selectedAccountIds: [4, 5], selectedPlatforms: ['bluesky', 'threads'] });
  expect(shown.targets.map(({ status }) => status)).toEqual(['scheduled', 'scheduled']);
  expect(view(scheduled(), changed, started).targets.map(({ accountId }) => accountId)).toEqual([4, 5]);
  // Events of a removed account change nothing.
  expect(view(scheduled(), changed, sample.warned('limit'))).toEqual(shown);
});

it('shows an edited text and time', () => {
  const later = { ...timing, scheduledFor: '2030-01-02T13:00:00.000Z' };
  const rescheduled = postEvent('PostRescheduled', { ...key, ...later });
  const recomputed = postEvent('ScheduleRecomputed', {
    ...key,
    ...timing,
    before: later.scheduledFor,
    zoneData: '2030a',
  });
  expect(view(scheduled(), edited({ content: 'New', media: [] }))).toMatchObject({
    content: 'New',
    mediaUrl: null,
  });
  expect(view(scheduled(), rescheduled).scheduledFor).toBe(later.scheduledFor);
  expect(view(scheduled(), rescheduled, recomputed).scheduledFor).toBe(timing.scheduledFor);
});

it('hides a deleted post and shows it again when it is restored', () => {
  expect(fold(scheduled(), cancelled)).toMatchObject({ state: 'deleted', open: false });
  expect(fold(scheduled(), cancelled, restored)).toMatchObject({ state: 'scheduled', open: true });
  expect(fold(scheduled(), started, archived)).toMatchObject({ state: 'archived', open: false });
  expect(fold(scheduled(), started, archived, restored)).toMatchObject({ state: 'publishing' });
});

it('shows before the first attempt only that publishing has started', () => {
  const post = view(scheduled(), started, sample.prepared());
  expect(post).toMatchObject({
    status: 'scheduled',
    publishing: true,
    platformStatuses: { mastodon: 'scheduled' },
  });
});

it('counts the attempts of a target', () => {
  expect(first(sample.started(1), sample.retrying(60), sample.started(2))).toMatchObject({
    status: 'publishing',
    attempts: 2,
    nextAttemptAt: null,
    problem: null,
  });
});

it('shows a post that the platform accepted as still being published', () => {
  expect(first(sample.started(), sample.accepted(1))).toMatchObject({ status: 'publishing', problem: null });
});

it('links to a published post', () => {
  expect(first(sample.started(), sample.published('answer', 2))).toMatchObject({
    status: 'posted',
    remoteId: '42',
    permalink: 'https://social.test/42',
    publishedAt: sample.at(2),
  });
});

it('shows why a try failed and when the next try is due', () => {
  expect(first(sample.started(), sample.retrying(60))).toMatchObject({
    status: 'publishing',
    nextAttemptAt: sample.at(60),
    problem: { code: 'network', message: 'The platform could not be reached.' },
  });
});

it("shows why a target failed finally, with the platform's text", () => {
  expect(first(sample.started(), sample.failed('rejected'))).toMatchObject({
    status: 'failed',
    nextAttemptAt: null,
    problem: { code: 'rejected', words: 'No.' },
  });
});

it('shows a sentence for an unknown reason', () => {
  expect(first(sample.failed('new-reason'))?.problem?.message).toBe('The post could not be published here.');
});

it('marks a post as needing attention when a person must decide about an unknown outcome', () => {
  const post = view(scheduled(), started, sample.started(), sample.unknown(null), sample.absent(40, null));
  expect(post).toMatchObject({
    status: 'scheduled',
    attention: true,
    publishing: true,
    targets: [{ status: 'unknown', problem: { code: 'timeout' } }, {}],
  });
});

it('does not need attention while the product looks up an unknown outcome', () => {
  const searches = [sample.started(), sample.unknown(sample.at(40), 'timeout', sample.at(300))];
  const shownAfter = (...events: PostListEvent[]) => {
    const { attention, targets } = view(scheduled(), started, ...searches, ...events);
    return [attention, targets[0]?.status, targets[0]?.nextAttemptAt];
  };
  expect(shownAfter()).toEqual([false, 'unknown', sample.at(40)]);
  expect(shownAfter(sample.absent(40, sample.at(90)))).toEqual([false, 'unknown', sample.at(90)]);
  expect(shownAfter(sample.absent(40, null))).toEqual([true, 'unknown', null]);
  const again = { requestedAt: sample.at(99), lookUntil: sample.at(400) };
  const request = eventAbout({ target: sample.target }, 'PublishRetryRequested', again);
  expect(shownAfter(sample.absent(40, null), request)).toEqual([false, 'unknown', sample.at(99)]);
});

it('marks a post as needing its owner while a target has failed, waits for its account or is unknown', () => {
  const [posted, failed] = [sample.published('answer', 2), onBluesky(sample.failed())];
  const needsOwnerAfter = (...events: PostListEvent[]) => {
    const row = fold(scheduled(), started, ...events);
    return [row?.has_failed, row?.needs_owner];
  };
  expect(needsOwnerAfter(posted)).toEqual([false, false]);
  expect(needsOwnerAfter(sample.started(), sample.retrying(60))).toEqual([false, false]);
  expect(needsOwnerAfter(failed)).toEqual([true, true]);
  expect(needsOwnerAfter(posted, failed)).toEqual([true, true]);
  expect(needsOwnerAfter(sample.waiting())).toEqual([false, true]);
  expect(needsOwnerAfter(sample.waiting(), sample.resumedAt(60))).toEqual([false, false]);
  expect(needsOwnerAfter(sample.started(), sample.unknown(null))).toEqual([false, true]);
  expect(
    needsOwnerAfter(sample.failed(), eventAbout({ target: sample.target }, 'PublishRetryRequested', retry)),
  ).toEqual([false, false]);
});

it('marks a post as needing its owner while its deletion on a platform waits for the account or has failed', () => {
  const requested = [sample.published('answer', 2), sample.deletionRequested(60)];
  const needsOwnerAfter = (...events: PostListEvent[]) =>
    view(scheduled(), started, ...requested, onBluesky(sample.published('answer', 2)), ...events).attention;
  expect(needsOwnerAfter()).toBe(false);
  expect(needsOwnerAfter(sample.deletionFailed('network', 90))).toBe(false);
  expect(needsOwnerAfter(sample.deletionFailed('rejected'))).toBe(true);
  const waits = { reason: 'reconnect', words: null, until: sample.at(99) } as const;
  expect(needsOwnerAfter(eventAbout({ target: sample.target }, 'RemoteDeletionPostponed', waits))).toBe(true);
});

it('shows since when a target waits for its account, even after several postponements', () => {
  const at = (seconds: number, event: PostListEvent) => ({ ...event, at: sample.at(seconds) });
  const repeats = [at(0, sample.waiting()), at(600, sample.waiting())];
  expect(first(...repeats)?.waitsSince).toBe(sample.at(0));
  expect(first(...repeats, sample.resumedAt(700))?.waitsSince).toBeNull();
  expect(first(sample.failed('reconnect'))?.waitsSince).toBeNull();
});

it('keeps a postponed target open, and shows until when it is postponed', () => {
  const postponed = eventAbout({ target: sample.target }, 'PublishPostponed', {
    attemptId: null,
    reason: 'rate-limit',
    words: null,
    until: sample.at(90),
  });
  expect(first(postponed)).toMatchObject({ status: 'scheduled', nextAttemptAt: sample.at(90) });
});

it('opens a failed target again when a person requests a retry', () => {
  const retryRequested = eventAbout({ target: sample.target }, 'PublishRetryRequested', {
    requestedAt: sample.at(99),
  });
  expect(first(sample.failed(), retryRequested)).toMatchObject({ status: 'publishing', problem: null });
  expect(view(scheduled(), started, sample.failed(), onBluesky(sample.failed()), retryRequested).status).toBe(
    'scheduled',
  );
});

it('counts a cancelled target as failed', () => {
  const removal = eventAbout({ target: sample.target }, 'PublicationCancelled', { reason: 'post-removed' });
  expect(first(removal)).toMatchObject({ status: 'failed', problem: { code: 'post-removed' } });
});

it('shows a post as scheduled until all targets have ended, then as posted if any is posted, otherwise as failed', () => {
  const posted = sample.published('answer', 2);
  const failed = onBluesky(sample.failed());
  expect(view(scheduled(), started, posted).status).toBe('scheduled');
  expect(view(scheduled(), started, posted, failed).status).toBe('posted');
  expect(view(scheduled(), started, sample.failed(), failed).status).toBe('failed');
});

it('keeps a posted target posted when the other target fails later', () => {
  const post = view(scheduled(), started, sample.published('answer', 2), onBluesky(sample.failed()));
  expect(post.platformStatuses).toEqual({ mastodon: 'posted', bluesky: 'failed' });
});

it('shows the least finished of two accounts on one platform', () => {
  const both = targets.map((target) => ({ ...target, platform: 'mastodon' as const }));
  const start = { ...started, data: { ...started.data, targets: both } };
  const post = view(scheduled({ targets: both }), start, sample.published('answer', 2));
  expect(post.platformStatuses).toEqual({ mastodon: 'scheduled' });
  expect(post.selectedPlatforms).toEqual(['mastodon']);
});

it('does not add a row for a post that was never scheduled', () => {
  expect(fold(sample.started(), cancelled)).toBeUndefined();
});

it('shows a warning until the target is published, edited, moved or its account is connected again', () => {
  const warning = { code: 'reconnect', message: 'Look.' };
  const moved = postEvent('PostRescheduled', { ...key, ...timing });
  const target = (...events: PostListEvent[]) =>
    view(scheduled(), sample.warned(), sample.warned('quota'), ...events).targets[0]?.warning;
  expect(target()).toEqual(warning);
  expect(view(scheduled(), sample.warned()).targets[1]?.warning).toBeNull();
  for (const end of [edited({}), moved, sample.resumedAt(-60, false), sample.started()])
    expect(target(end)).toBeNull();
  expect(target(started)).toEqual(warning);
});

describe('the sentence of a check', () => {
  const said = { variant: 'bytes', values: { platform: 'Mastodon' } };
  const code = 'integrations.text-too-long';
  const failed = (details: Partial<typeof said>) =>
    eventAbout({ target: sample.target }, 'PlatformPublishFailed', {
      ...details,
      attemptId: null,
      reason: code,
      words: 'Look.',
      retryable: false,
      retryAt: null,
    });
  const postponed = eventAbout({ target: sample.target }, 'PublishPostponed', {
    ...said,
    attemptId: null,
    reason: 'rate-limit',
    words: 'Look.',
    until: sample.at(60),
  });

  it('is the message of the problem, with its names and figures, not a quotation of the platform', () => {
    expect(first(failed(said))?.problem).toEqual({ code, ...said, message: 'Look.', words: null });
    expect(first(postponed)?.problem).toEqual({ code: 'rate-limit', ...said, message: 'Look.', words: null });
    const warned = sample.warned();
    const warning = { ...warned, data: { ...warned.data, ...said } };
    expect(view(scheduled(), warning).targets[0]?.warning).toEqual({
      code: 'reconnect',
      ...said,
      message: 'Look.',
    });
  });

  it('does not quote the description of a broken connection', () => {
    const network = { attemptId: null, reason: 'network', words: 'a.test: timed out' } as const;
    const { target } = sample;
    const failed = eventAbout({ target }, 'PlatformPublishFailed', {
      ...network,
      retryable: false,
      retryAt: null,
    });
    expect(first(failed)?.problem).toEqual({
      code: 'network',
      message: 'The platform could not be reached.',
      words: null,
    });
  });

  it('stays a quotation in an older event, and where its names and figures were erased', () => {
    for (const event of [failed({}), failed({ variant: 'bytes', values: {} as typeof said.values })])
      expect(first(event)?.problem).toEqual({
        code,
        message: 'The post could not be published here.',
        words: 'Look.',
      });
  });
});

it('shows that a target waits for its account, and continues after a new connection', () => {
  expect(first(sample.waiting())).toMatchObject({
    status: 'scheduled',
    nextAttemptAt: null,
    problem: {
      code: 'reconnect',
      variant: 'waiting',
      message: 'Reconnect this account in Settings. The post waits.',
    },
  });
  expect(first(sample.waiting(), sample.resumedAt(60))).toMatchObject({
    nextAttemptAt: sample.at(60),
    problem: null,
  });
  expect(first(sample.failed('reconnect'))?.problem?.message).toBe('Reconnect this account in Settings.');
});

it('keeps a post that was deleted on its platform as posted, without a link', () => {
  const removal = eventAbout({ target: sample.target }, 'RemotePostDeleted', { deletedAt: sample.at(70) });
  const requested = [
    sample.published('answer', 2),
    sample.deletionRequested(60),
    sample.deletionAttempted(61),
  ];
  expect(first(...requested)).toMatchObject({
    status: 'posted',
    permalink: 'https://social.test/42',
    remoteDeletion: 'requested',
    remoteDeletionProblem: null,
  });
  expect(first(...requested, sample.deletionFailed('network', 90))).toMatchObject({
    remoteDeletion: 'requested',
    remoteDeletionProblem: { code: 'network' },
  });
  expect(first(...requested, sample.deletionFailed('rejected'))).toMatchObject({
    remoteDeletion: 'failed',
    remoteDeletionProblem: { message: 'The platform refused to delete the post.' },
  });
  expect(first(...requested, removal)).toMatchObject({
    status: 'posted',
    remoteDeletion: 'deleted',
    permalink: null,
  });
});

it('shows when an attempt that was not started will be tried again', () => {
  expect(first(sample.started(), sample.unknown(null), sample.notStarted(7))).toMatchObject({
    status: 'publishing',
    nextAttemptAt: sample.at(7),
    problem: null,
  });
});

it('shows when the look-ups end while the outcome is unknown, unless a person must decide', () => {
  const unknown = [sample.started(), sample.unknown(sample.at(32), 'timeout', sample.at(360))];
  const lookedUp = (nextAt: string | null) =>
    eventAbout({ target: sample.target }, 'PublishLookedUp', {
      attemptId: 'attempt-1',
      result: 'absent',
      words: null,
      lookedUpAt: sample.at(40),
      nextAt,
    });
  const request = eventAbout({ target: sample.target }, 'PublishRetryRequested', {
    requestedAt: sample.at(50),
    lookUntil: sample.at(400),
    nextAt: sample.at(60),
  });
  expect(first(...unknown)).toMatchObject({ status: 'unknown', lookUntil: sample.at(360) });
  expect(first(...unknown, lookedUp(sample.at(90)))?.lookUntil).toBe(sample.at(360));
  expect(first(...unknown, lookedUp(null))?.lookUntil).toBeNull();
  expect(first(...unknown, request)).toMatchObject({ status: 'unknown', lookUntil: sample.at(400) });
  expect(first(...unknown, sample.retrying(360))).toMatchObject({ status: 'publishing', lookUntil: null });
});

it('shows the second copy of a post, and the state of its deletion', () => {
  const twice = [sample.started(), sample.published('answer', 1), sample.duplicated('43', 900)];
  const there = { remoteId: '43', permalink: 'https://social.test/43', remoteDeletion: null };
  expect(first(...twice)).toMatchObject({ status: 'posted', remoteId: '42', duplicates: [there] });
  const request = sample.deletionRequested(910, '43');
  expect(first(...twice, request)).toMatchObject({
    remoteDeletion: null,
    duplicates: [{ ...there, remoteDeletion: 'requested' }],
  });
  const refused = [request, sample.deletionAttempted(910), sample.deletionFailed('rejected')];
  expect(first(...twice, ...refused)?.duplicates[0]).toMatchObject({
    remoteDeletion: 'failed',
    remoteDeletionProblem: { code: 'rejected' },
  });
  const removal = eventAbout({ target: sample.target }, 'RemotePostDeleted', { deletedAt: sample.at(911) });
  const after = first(...twice, request, removal, sample.deletionRequested(920));
  expect(after).toMatchObject({
    remoteDeletion: 'requested',
    permalink: 'https://social.test/42',
    duplicates: [{ remoteDeletion: 'deleted', permalink: null }],
  });
});

const busy = [
  sample.started(),
  sample.unknown(sample.at(30), 'timeout', sample.at(60)),
  sample.warned(),
  sample.deletionRequested(90),
];
const types = Object.keys({ ...postStream.shapes, ...publicationStream.shapes });
const handled: readonly string[] = postList.types ?? types;
const others = types.filter((type) => !handled.includes(type));
it.each(others)('does not change a row for %s, because a rebuild does not read this type', (type) => {
  const ignored = { type, schema: 1, data: { ...sample.target } } as unknown as PostListEvent;
  for (let after = 0; after <= busy.length; after++) {
    const before = [scheduled(), started, ...busy.slice(0, after)];
    expect(fold(...before, ignored)).toEqual(fold(...before));
  }
});
