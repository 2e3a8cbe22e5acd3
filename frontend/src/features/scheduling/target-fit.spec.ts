import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { BLUESKY_LIMITS } from '#testing/limits.ts';
import { expect, it } from '@jest/globals';
import { aBlueskyAccount, aMastodonAccount } from '#testing/views.ts';
import { targetFit, type Attached } from './target-fit.ts';

const image: Attached = { kind: 'image', size: 1_000 };
const video: Attached = { kind: 'video', size: 1_000 };
const written = (content: string) => ({ content, hashtags: '' });

it('counts the suffix of the free plan in, and leaves it out for Premium', () => {
  const free = targetFit(aBlueskyAccount(), written('Hello'), [], true);
  const premium = targetFit(aBlueskyAccount(), written('Hello'), [], false);
  expect([free.text, free.used]).toEqual([`Hello\n\n${FREE_SUFFIX}`, 7 + FREE_SUFFIX.length]);
  expect([premium.text, premium.used]).toEqual(['Hello', 5]);
});
it('leaves the suffix out where promotional text is forbidden', () => {
  const strict = aBlueskyAccount({ limits: { ...BLUESKY_LIMITS, promotionalTextAllowed: false } });
  expect(targetFit(strict, written('Hello'), [], true).text).toBe('Hello');
});
it('says by how much a text is too long on each platform', () => {
  const text = written('x'.repeat(301));
  expect(targetFit(aBlueskyAccount(), text, [], false).problems).toEqual([
    'The text is 1 character too long. Shorten it or leave this account out.',
  ]);
  expect(targetFit(aMastodonAccount(), text, [], false).problems).toEqual([]);
});
it('counts a link on Mastodon as 23 characters', () => {
  expect(
    targetFit(aMastodonAccount(), written(`https://example.org/${'x'.repeat(600)}`), [], false).used,
  ).toBe(23);
});
it('says which files a platform does not take', () => {
  expect(
    targetFit(aMastodonAccount(), written('a'), Array(5).fill(image) as Attached[], false).problems,
  ).toEqual(['Mastodon takes at most 4 pictures, this post has 5.']);
  expect(targetFit(aBlueskyAccount(), written('a'), [image, video], false).problems).toEqual([
    'Bluesky takes pictures or a video, not both in one post.',
  ]);
});
