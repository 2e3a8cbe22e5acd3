import { expect, it } from '@jest/globals';
import { mediaAt } from '../../testing/account-access.ts';
import { firstLink } from '@posthorn/contracts/integrations/link-card';
import { videoKind } from './video-kind.ts';

it.each([
  [1080, 1920, 30, 'reel'],
  [540, 960, 3, 'reel'],
  [1080, 1920, 90, 'reel'],
  [1080, 1920, 91, 'feed'],
  [1080, 1920, 2, 'feed'],
  [360, 640, 30, 'feed'],
  [1920, 1080, 30, 'feed'],
  [1080, 1080, 30, 'feed'],
  [null, 1920, 30, 'feed'],
  [1080, 1920, null, 'feed'],
] as const)('publishes %s × %s for %s seconds as a %s', (width, height, durationSeconds, kind) => {
  expect(videoKind(mediaAt('/a.mp4', 1, { kind: 'video', width, height, durationSeconds }))).toBe(kind);
});

it.each([
  ['Read https://a.example/b.', 'https://a.example/b'],
  ['(see https://a.example/b)', 'https://a.example/b'],
  ['https://a.example/b_(c) is it', 'https://a.example/b_(c)'],
  ['https://a.example/?q=1, and https://b.example', 'https://a.example/?q=1'],
  ['nothing here', null],
] as const)('finds the link of %j', (text, link) => {
  expect(firstLink(text)).toBe(link);
});
