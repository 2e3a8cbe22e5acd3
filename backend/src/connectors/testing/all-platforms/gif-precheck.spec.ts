import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { expect, it } from '@jest/globals';
import type { MediaItem } from '../../contract/publication.ts';
import { BLUESKY } from '../../bluesky/limits.ts';
import { LINKEDIN } from '../../linkedin/limits.ts';
import { MASTODON } from '../../mastodon/limits.ts';
import { TWITTER } from '../../twitter/limits.ts';
import { YOUTUBE } from '../../youtube/limits.ts';
import { mediaAt } from '../account-access.ts';

const gif = (extra: Partial<MediaItem> = {}) =>
  mediaAt('/a.gif', 100, { mimeType: 'image/gif', width: 640, height: 480, durationSeconds: 2, ...extra });
const picture = mediaAt('/a.png', 100);
const problems = (
  { limits, name }: Readonly<{ limits: PlatformLimits; name: string }>,
  ...media: readonly MediaItem[]
) => problemsOf({ text: 'Hi', title: null, media }, limits, name).map(({ message }) => message);

it('accepts an animation only if the platform plays it, and reports one problem otherwise', () => {
  expect(problems(TWITTER, gif())).toEqual([]);
  expect(problems(BLUESKY, gif(), gif())).toEqual([PRECHECK_TEXT.gif('Bluesky')]);
  expect(problems(YOUTUBE, gif())).toEqual([PRECHECK_TEXT.noImages('YouTube')]);
  const videoFile = mediaAt('/a.mp4', 100, { kind: 'video', mimeType: 'video/mp4' });
  // A picture beside a video is the thumbnail of the video.
  expect(problems(YOUTUBE, videoFile, picture)).toEqual([]);
  expect(problems(YOUTUBE, videoFile, gif())).toEqual([PRECHECK_TEXT.gif('YouTube')]);
  expect(problems(YOUTUBE, videoFile, picture, picture)).toEqual([PRECHECK_TEXT.coverOnly('YouTube')]);
});
it('reports an animation with other files if the platform forbids other files beside it', () => {
  expect(problems(MASTODON, gif(), picture)).toEqual([PRECHECK_TEXT.gifAlone('Mastodon')]);
  expect(problems(TWITTER, gif(), gif())).toEqual([PRECHECK_TEXT.gifAlone('X')]);
  expect(problems(LINKEDIN, gif(), picture)).toEqual([]);
});
it("applies the platform's limits to an animation, because Posthorn never shrinks it", () => {
  expect(problems(TWITTER, gif({ bytes: 15_000_000, width: 1280, height: 1080 }))).toEqual([]);
  expect(problems(TWITTER, gif({ bytes: 15_000_001 }))).toEqual([PRECHECK_TEXT.gifTooLarge('X', 15_000_000)]);
  expect(problems(TWITTER, gif({ height: 1081 }))).toEqual([PRECHECK_TEXT.gifTooWide('X', 1280, 1080)]);
  expect(problems(MASTODON, gif({ bytes: 16_777_217 }))).toEqual([
    PRECHECK_TEXT.gifTooLarge('Mastodon', 16_777_216),
  ]);
});
it('uses the common name of a video format', () => {
  const mov = mediaAt('/a.mov', 100, { kind: 'video', mimeType: 'video/quicktime' });
  expect(problems(BLUESKY, mov)).toEqual([
    'Bluesky: MOV videos are not accepted. Please choose other files for this account.',
  ]);
});
