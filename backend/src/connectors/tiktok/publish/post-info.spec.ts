import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { expect, it } from '@jest/globals';
import { isApplicable, optionProblems } from '@posthorn/contracts/integrations/option-values';
import { mediaAt, publicationOf } from '../../testing/account-access.ts';
import type { MediaItem } from '../../contract/publication.ts';
import { TIKTOK_FIELDS } from '../limits.ts';
import { infoProblems, photoInfo, videoInfo } from './post-info.ts';

const allAllowed = { commentDisabled: false, duetDisabled: false, stitchDisabled: false };
const photo = mediaAt('/a.jpg', 1);
const video = mediaAt('/a.mp4', 1, { kind: 'video' });
const publicationWith = (options: PublishOptions, media = [video], title: string | null = null) => ({
  ...publicationOf('Hi', media),
  title,
  options: { privacy: 'PUBLIC_TO_EVERYONE', ...options },
});
const codes = (publication: ReturnType<typeof publicationWith>) =>
  [...infoProblems(publication)].map(({ code }) => code);

it('does not enable options that the user did not select', () => {
  expect(videoInfo(publicationWith({}), allAllowed)).toEqual({
    title: 'Hi',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    disable_comment: true,
    disable_duet: true,
    disable_stitch: true,
    brand_content_toggle: false,
    brand_organic_toggle: false,
    is_aigc: false,
  });
});
it('sends the options that the user selected', () => {
  const options = { allowComment: true, allowDuet: true, allowStitch: true, isAigc: true };
  const brands = { disclosesCommercial: true, ownBrand: true, brandedContent: true };
  expect(videoInfo(publicationWith({ ...options, ...brands }), allAllowed)).toMatchObject({
    disable_comment: false,
    disable_duet: false,
    disable_stitch: false,
    brand_content_toggle: true,
    brand_organic_toggle: true,
    is_aigc: true,
  });
});
it('sends the time of the cover, including zero', () => {
  expect(videoInfo(publicationWith({ coverAt: 1_500 }), allAllowed)).toMatchObject({
    video_cover_timestamp_ms: 1_500,
  });
  expect(videoInfo(publicationWith({ coverAt: 0 }), allAllowed)).toMatchObject({
    video_cover_timestamp_ms: 0,
  });
});
it('disables what the creator has disabled in the app', () => {
  const options = { allowComment: true, allowDuet: true, allowStitch: true };
  const allDisabled = { commentDisabled: true, duetDisabled: true, stitchDisabled: true };
  expect(videoInfo(publicationWith(options), allDisabled)).toMatchObject({
    disable_comment: true,
    disable_duet: true,
    disable_stitch: true,
  });
});
it('does not disclose brands if the disclosure is switched off', () => {
  expect(videoInfo(publicationWith({ brandedContent: true, ownBrand: true }), allAllowed)).toMatchObject({
    brand_content_toggle: false,
    brand_organic_toggle: false,
  });
});
it('sends a title and a description for photos', () => {
  expect(photoInfo(publicationWith({ autoAddMusic: true }, [photo], 'A title'), allAllowed)).toEqual({
    title: 'A title',
    description: 'Hi',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    disable_comment: true,
    auto_add_music: true,
    brand_content_toggle: false,
    brand_organic_toggle: false,
  });
});
it('requires a privacy level', () => {
  const found = optionProblems({ options: {}, title: null, media: [video] }, TIKTOK_FIELDS, 'TikTok');
  expect(found.map(({ code }) => code)).toEqual(['integrations.option-missing']);
});
it.each([
  ['a disclosure without a brand', { disclosesCommercial: true }, 'option-missing'],
  [
    'branded content that only the creator can see',
    { disclosesCommercial: true, brandedContent: true, privacy: 'SELF_ONLY' },
    'option-not-valid',
  ],
])('refuses %s', (_what, options: PublishOptions, code) => {
  expect(codes(publicationWith(options))).toEqual([`integrations.${code}`]);
});
it("accepts a private post that discloses the user's own brand", () => {
  expect(codes(publicationWith({ disclosesCommercial: true, ownBrand: true, privacy: 'SELF_ONLY' }))).toEqual(
    [],
  );
});
it('accepts photos with leftover options of videos, and does not send these options', () => {
  const leftoverOptions = { isAigc: true, allowDuet: true, allowStitch: true };
  expect(codes(publicationWith(leftoverOptions, [photo]))).toEqual([]);
  expect(optionProblems(publicationWith(leftoverOptions, [photo]), TIKTOK_FIELDS, 'TikTok')).toEqual([]);
  expect(Object.keys(photoInfo(publicationWith(leftoverOptions, [photo]), allAllowed))).not.toContain(
    'is_aigc',
  );
});
it('offers different fields for videos and for photos', () => {
  const shown = (media: readonly MediaItem[]) =>
    TIKTOK_FIELDS.filter((field) => isApplicable(field, { options: {}, media })).map(({ name }) => name);
  const others = ['privacy', 'allowComment', 'disclosesCommercial'];
  expect(shown([video]).sort()).toEqual([...others, 'allowDuet', 'allowStitch', 'isAigc', 'coverAt'].sort());
  expect(shown([photo]).sort()).toEqual([...others, 'autoAddMusic'].sort());
});
it('limits titles of photos more than titles of videos', () => {
  expect(codes(publicationWith({}, [photo], 'x'.repeat(91)))).toEqual(['integrations.title-too-long']);
  expect(codes(publicationWith({ isAigc: true }, [video], 'x'.repeat(91)))).toEqual([]);
});
