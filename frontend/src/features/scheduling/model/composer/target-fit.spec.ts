import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { BLUESKY_LIMITS } from '#testing/limits.ts';
import { expect, it } from '@jest/globals';
import { aBlueskyAccount, aMastodonAccount } from '#testing/views.ts';
import type { DraftFile } from '@posthorn/contracts/integrations/precheck';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { targetKey } from './target-fields.ts';
import { targetFit, type FitProblem, type ProblemPlace, type WrittenPost } from './target-fit.ts';

const image: DraftFile = {
  kind: 'image',
  mimeType: 'image/jpeg',
  bytes: 1_000,
  width: 100,
  height: 100,
  durationSeconds: null,
  altText: '',
};
const video: DraftFile = { ...image, kind: 'video', mimeType: 'video/mp4' };
const aWrittenPost = (content: string, extra: Partial<WrittenPost> = {}): WrittenPost => ({
  title: '',
  content,
  hashtags: '',
  targets: {},
  ...extra,
});
/** Returns a problem whose message omits the platform's name, because the screen shows the message next to the account. */
const problemAt = (place: ProblemPlace, message: string, platform: string): FitProblem => ({
  place,
  message: message.replace(`${platform}: `, ''),
});

it('counts the suffix on the free plan, and does not add it with Premium', () => {
  const free = targetFit(aBlueskyAccount(), aWrittenPost('Hello'), [], true);
  const premium = targetFit(aBlueskyAccount(), aWrittenPost('Hello'), [], false);
  expect([free.text, free.used]).toEqual([`Hello\n\n${FREE_SUFFIX}`, 7 + FREE_SUFFIX.length]);
  expect([premium.text, premium.used]).toEqual(['Hello', 5]);
});
it('does not add the suffix on a platform that forbids promotional text', () => {
  const strict = aBlueskyAccount({ limits: { ...BLUESKY_LIMITS, promotionalTextAllowed: false } });
  expect(targetFit(strict, aWrittenPost('Hello'), [], true).text).toBe('Hello');
});
it('reports a text that is too long for one platform, but not for another', () => {
  const text = aWrittenPost('x'.repeat(301));
  expect(targetFit(aBlueskyAccount(), text, [], false).problems).toEqual([
    { ...problemAt('content', PRECHECK_TEXT.tooLong('Bluesky', 301, 300), 'Bluesky'), fix: 'shorten' },
  ]);
  expect(targetFit(aMastodonAccount(), text, [], false).problems).toEqual([]);
});
it('counts a link on Mastodon as 23 characters', () => {
  expect(
    targetFit(aMastodonAccount(), aWrittenPost(`https://example.org/${'x'.repeat(600)}`), [], false).used,
  ).toBe(23);
});
it('requires the video fields when the post has a video', () => {
  const flag = { kind: 'flag', name: 'kids', label: 'Made for kids', required: true, initial: null } as const;
  const fields = [{ ...flag, forMedia: 'video' }] as const;
  const fit = (media: readonly DraftFile[]) =>
    targetFit(aBlueskyAccount(), aWrittenPost('a'), media, false, fields);
  expect(fit([image]).problems).toEqual([]);
  expect(fit([video]).problems.map(({ option }) => option)).toEqual(['kids']);
});
it('reports the files that a platform does not accept', () => {
  expect(
    targetFit(aMastodonAccount(), aWrittenPost('a'), Array(5).fill(image) as DraftFile[], false).problems,
  ).toEqual([
    { ...problemAt('media', PRECHECK_TEXT.tooManyImages('Mastodon', 4), 'Mastodon'), fix: 'leaveOut' },
  ]);
  expect(targetFit(aBlueskyAccount(), aWrittenPost('a'), [image, video], false).problems).toEqual([
    { ...problemAt('media', PRECHECK_TEXT.mixed('Bluesky'), 'Bluesky'), fix: 'leaveOut' },
  ]);
});
it("uses the account's own text, and the shared text when the own text is empty", () => {
  const targets = (content: string) => ({ [targetKey(7)]: { own: true, content, options: {} } });
  const text = (own: string) =>
    targetFit(aBlueskyAccount(), aWrittenPost('For all', { targets: targets(own) }), [], false).text;
  expect([text('Mine'), text(' ')]).toEqual(['Mine', 'For all']);
});
it('requires a choice when the platform requires the option', () => {
  const boardField: OptionField = {
    kind: 'choice',
    name: 'boardId',
    label: 'Board',
    required: true,
    choices: [],
    fromAccount: true,
    initial: null,
  };
  const problems = (options: Record<string, string>) => {
    const targets = { [targetKey(7)]: { own: false, content: '', options } };
    return targetFit(aBlueskyAccount(), aWrittenPost('Hi', { targets }), [], false, [boardField]).problems;
  };
  expect(problems({})).toEqual([
    { ...problemAt('option', PRECHECK_TEXT.optionMissing('Bluesky', 'Board'), 'Bluesky'), option: 'boardId' },
  ]);
  expect(problems({ boardId: '7' })).toEqual([]);
});
it("reports the problem at the account's own text when this text is too long", () => {
  const targets = { [targetKey(7)]: { own: true, content: 'x'.repeat(301), options: {} } };
  const { problems } = targetFit(aBlueskyAccount(), aWrittenPost('For all', { targets }), [], false);
  expect(problems.map(({ place }) => place)).toEqual(['own']);
});
it('does not report a missing text before the user has begun to write', () => {
  expect(targetFit(aBlueskyAccount(), aWrittenPost(''), [], false).problems).toEqual([]);
});
