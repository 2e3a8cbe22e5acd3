import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { expect, it } from '@jest/globals';
import { isApplicable, optionProblems } from '@posthorn/contracts/integrations/option-values';
import { imageAt, publicationOf } from '../../testing/account-access.ts';
import type { MediaItem } from '../../contract/publication.ts';
import { TIKTOK_FIELDS } from '../limits.ts';
import { infoProblems, photoInfo, videoInfo } from './post-info.ts';

const open = { commentDisabled: false, duetDisabled: false, stitchDisabled: false };
const photo = imageAt('/a.jpg', 1);
const videoFile = imageAt('/a.mp4', 1, { kind: 'video' });
const request = (options: PublishOptions, media = [videoFile], title: string | null = null) => ({
  ...publicationOf('Hi', media),
  title,
  options: { privacy: 'PUBLIC_TO_EVERYONE', ...options },
});
const codes = (publication: ReturnType<typeof request>) =>
  [...infoProblems(publication)].map(({ code }) => code);

it('enables nothing that the user did not tick', () => {
  expect(videoInfo(request({}), open)).toEqual({
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
it('sends what the user ticked', () => {
  const options = { allowComment: true, allowDuet: true, allowStitch: true, isAigc: true };
  const brands = { disclosesCommercial: true, ownBrand: true, brandedContent: true };
  expect(videoInfo(request({ ...options, ...brands }), open)).toMatchObject({
    disable_comment: false,
    disable_duet: false,
    disable_stitch: false,
    brand_content_toggle: true,
    brand_organic_toggle: true,
    is_aigc: true,
  });
});
it('sends the time of the cover, including zero', () => {
  expect(videoInfo(request({ coverAt: 1_500 }), open)).toMatchObject({ video_cover_timestamp_ms: 1_500 });
  expect(videoInfo(request({ coverAt: 0 }), open)).toMatchObject({ video_cover_timestamp_ms: 0 });
});
it('leaves out what the creator has disabled in the app', () => {
  const options = { allowComment: true, allowDuet: true, allowStitch: true };
  const closed = { commentDisabled: true, duetDisabled: true, stitchDisabled: true };
  expect(videoInfo(request(options), closed)).toMatchObject({
    disable_comment: true,
    disable_duet: true,
    disable_stitch: true,
  });
});
it('discloses nothing once the disclosure is switched off again', () => {
  expect(videoInfo(request({ brandedContent: true, ownBrand: true }), open)).toMatchObject({
    brand_content_toggle: false,
    brand_organic_toggle: false,
  });
});
it('gives photos a title and a description', () => {
  expect(photoInfo(request({ autoAddMusic: true }, [photo], 'A title'), open)).toEqual({
    title: 'A title',
    description: 'Hi',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    disable_comment: true,
    auto_add_music: true,
    brand_content_toggle: false,
    brand_organic_toggle: false,
  });
});
it('requires the user to choose the privacy', () => {
  const found = optionProblems({ options: {}, title: null, media: [videoFile] }, TIKTOK_FIELDS, 'TikTok');
  expect(found.map(({ code }) => code)).toEqual(['integrations.option-missing']);
});
it.each([
  ['a disclosure that names no brand', { disclosesCommercial: true }, 'option-missing'],
  [
    'branded content that only its creator may see',
    { disclosesCommercial: true, brandedContent: true, privacy: 'SELF_ONLY' },
    'option-not-valid',
  ],
])('refuses %s', (_what, options: PublishOptions, code) => {
  expect(codes(request(options))).toEqual([`integrations.${code}`]);
});
it("accepts a private post that discloses the user's own brand", () => {
  expect(codes(request({ disclosesCommercial: true, ownBrand: true, privacy: 'SELF_ONLY' }))).toEqual([]);
});
it('accepts photos with leftover options that only videos have', () => {
  const left = { isAigc: true, allowDuet: true, allowStitch: true };
  expect(codes(request(left, [photo]))).toEqual([]);
  expect(optionProblems(request(left, [photo]), TIKTOK_FIELDS, 'TikTok')).toEqual([]);
  expect(Object.keys(photoInfo(request(left, [photo]), open))).not.toContain('is_aigc');
});
it('says which fields belong to videos and which to photos', () => {
  const shown = (media: readonly MediaItem[]) =>
    TIKTOK_FIELDS.filter((field) => isApplicable(field, { options: {}, media })).map(({ name }) => name);
  const others = ['privacy', 'allowComment', 'disclosesCommercial'];
  expect(shown([videoFile]).sort()).toEqual([...others, 'allowDuet', 'allowStitch', 'isAigc', 'coverAt'].sort());
  expect(shown([photo]).sort()).toEqual([...others, 'autoAddMusic'].sort());
});
it('says that titles of photos are shorter', () => {
  expect(codes(request({}, [photo], 'x'.repeat(91)))).toEqual(['integrations.title-too-long']);
  expect(codes(request({ isAigc: true }, [videoFile], 'x'.repeat(91)))).toEqual([]);
});
