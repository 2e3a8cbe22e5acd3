import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import type { SandboxPost } from '../sandbox-control.ts';
import { markOf, tally, type Written } from './tally.ts';

const VIDEO_BYTES = 4321;
/** The ids of accounts. */
const [BLUESKY, SNAPCHAT] = [7, 8];
/** A post on both accounts. Snapchat cannot look up the outcome, and its stories have no text. */
const written: Written = { id: 1, videoBytes: VIDEO_BYTES, blind: new Set([SNAPCHAT]) };

const target = (status: TargetView['status'], extra: Partial<TargetView> = {}): TargetView => ({
  accountId: BLUESKY,
  platform: 'bluesky',
  accountName: 'ana',
  content: markOf(1, BLUESKY),
  options: {},
  mediaUrls: null,
  status,
  remoteId: null,
  permalink: null,
  publishedAt: null,
  attempts: 1,
  nextAttemptAt: null,
  problem: null,
  warning: null,
  remoteDeletion: null,
  remoteDeletionProblem: null,
  coverProblem: null,
  duplicates: [],
  waitsSince: null,
  lookUntil: null,
  ...extra,
});
const onSnapchat = (status: TargetView['status']) =>
  target(status, { accountId: SNAPCHAT, platform: 'snapchat', content: markOf(1, SNAPCHAT) });
const copy = (platform: string, text: string, bytes = VIDEO_BYTES): SandboxPost => ({
  platform,
  account: 'ana',
  remoteId: 'remote',
  text,
  media: [{ type: 'video/mp4', bytes }],
  receivedAt: '2026-11-21T12:00:00.000Z',
});
const post = copy('bluesky', `${markOf(1, BLUESKY)}\nand more`);
const story = copy('snapchat', '');
const tallyOf = (view: TargetView, ...received: readonly SandboxPost[]) =>
  tally([written], [{ id: 1, targets: [view] } as unknown as PostView], received);

it('reports nothing for a post that arrived once', () => {
  expect(tallyOf(target('posted'), post)).toMatchObject({ posted: 1, problems: [] });
  expect(tallyOf(onSnapchat('posted'), story)).toMatchObject({ posted: 1, problems: [] });
});
it('recognizes a duplicated Snapchat story by the size of its video, and reports a story of another size as a stranger', () => {
  expect(tallyOf(onSnapchat('posted'), story, story)).toMatchObject({
    duplicates: 1,
    problems: { length: 1 },
  });
  expect(tallyOf(onSnapchat('posted'), story, copy('snapchat', '', VIDEO_BYTES + 1))).toMatchObject({
    duplicates: 0,
    strangers: 1,
    problems: { length: 1 },
  });
});
it('counts a missing thumbnail on YouTube, unless the product reports the reason', () => {
  const onYouTube = (extra: Partial<TargetView> = {}) =>
    target('posted', { accountId: BLUESKY, platform: 'youtube', ...extra });
  const video = copy('youtube', markOf(1, BLUESKY));
  const cover = { type: 'image/jpeg', bytes: 99 };
  const coverProblem = { code: 'not-allowed', message: 'No', words: null };
  expect(tallyOf(onYouTube(), { ...video, cover })).toMatchObject({ bare: 0, problems: [] });
  expect(tallyOf(onYouTube({ coverProblem }), video)).toMatchObject({ bare: 0, problems: [] });
  expect(tallyOf(onYouTube(), video)).toMatchObject({ bare: 1, problems: { length: 1 } });
});
it('recognizes a duplicate by its mark on every platform', () => {
  expect(tallyOf(target('posted'), post, post)).toMatchObject({ duplicates: 1, problems: { length: 1 } });
});
it('counts posts that were reported but are missing, and posts that exist but were not reported', () => {
  expect(tallyOf(target('posted'))).toMatchObject({ lost: 1, problems: { length: 1 } });
  expect(tallyOf(target('failed'), post)).toMatchObject({ unrecorded: 1, problems: { length: 1 } });
  expect(tally([written], [], [])).toMatchObject({ lost: 1, problems: { length: 1 } });
});
it('accepts an unknown outcome only on platforms without a look-up', () => {
  expect(tallyOf(onSnapchat('unknown'), story)).toMatchObject({
    unknown: 1,
    blind: 1,
    unrecorded: 0,
    problems: [],
  });
  expect(tallyOf(onSnapchat('unknown'), story, story)).toMatchObject({
    duplicates: 1,
    problems: { length: 1 },
  });
  expect(tallyOf(target('unknown'))).toMatchObject({ unknown: 1, blind: 0, problems: { length: 1 } });
});
it('allows a post to fail only because of its file, and expects every post to finish', () => {
  const failed = (code: string) => target('failed', { problem: { code, message: '', words: null } });
  expect(tallyOf(failed('media-rejected'))).toMatchObject({ failed: 1, spoilt: 1, problems: [] });
  expect(tallyOf(failed('gave-up'))).toMatchObject({ failed: 1, spoilt: 0, problems: { length: 1 } });
  expect(tallyOf(target('publishing'))).toMatchObject({ open: 1, problems: { length: 1 } });
});
