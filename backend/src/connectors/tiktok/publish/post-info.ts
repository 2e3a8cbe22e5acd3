import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { coverOf } from '../../kit/cover-field.ts';
import { PHOTO_TITLE_MAX } from '../limits.ts';

type Written = Pick<OutgoingPublication, 'text' | 'title' | 'options'>;
type DisabledFeatures = Readonly<{
  commentDisabled: boolean;
  duetDisabled: boolean;
  stitchDisabled: boolean;
}>;

const isOn = ({ options }: Pick<Written, 'options'>, name: string): boolean => options[name] === true;

/** `post_info` of `/v2/post/publish/video/init/`. */
export const videoInfo = (publication: Written, disabled: DisabledFeatures): JsonObject => {
  const cover = coverOf(publication);
  return {
    title: publication.text,
    privacy_level: publication.options['privacy'] ?? null,
    disable_comment: disabled.commentDisabled || !isOn(publication, 'allowComment'),
    disable_duet: disabled.duetDisabled || !isOn(publication, 'allowDuet'),
    disable_stitch: disabled.stitchDisabled || !isOn(publication, 'allowStitch'),
    ...disclosure(publication),
    is_aigc: isOn(publication, 'isAigc'),
    ...(cover !== null && { video_cover_timestamp_ms: cover }),
  };
};

/** `post_info` of `/v2/post/publish/content/init/`. */
export const photoInfo = (
  publication: Written,
  { commentDisabled }: Pick<DisabledFeatures, 'commentDisabled'>,
): JsonObject => ({
  ...(publication.title !== null && { title: publication.title }),
  description: publication.text,
  privacy_level: publication.options['privacy'] ?? null,
  disable_comment: commentDisabled || !isOn(publication, 'allowComment'),
  auto_add_music: isOn(publication, 'autoAddMusic'),
  ...disclosure(publication),
});

function disclosure(publication: Written): JsonObject {
  const discloses = isOn(publication, 'disclosesCommercial');
  return {
    brand_content_toggle: discloses && isOn(publication, 'brandedContent'),
    brand_organic_toggle: discloses && isOn(publication, 'ownBrand'),
  };
}

const problem = (code: string, message: string): Problem => ({
  code: `integrations.${code}`,
  message: `TikTok: ${message}`,
});

/** Problems with combinations of fields (content sharing guidelines), and with the title of photos. */
export function* infoProblems(publication: Written & Pick<OutgoingPublication, 'media'>): Generator<Problem> {
  const { title, options, media } = publication;
  const branded = isOn(publication, 'brandedContent');
  if (isOn(publication, 'disclosesCommercial')) {
    if (!branded && !isOn(publication, 'ownBrand'))
      yield problem(
        'option-missing',
        'please say whether the post promotes your brand, branded content or both.',
      );
    if (branded && options['privacy'] === 'SELF_ONLY')
      yield problem('option-not-valid', 'branded content cannot be visible to only you.');
  }
  const hasPhotos = media.some(({ kind }) => kind === 'image');
  if (hasPhotos && title !== null && title.length > PHOTO_TITLE_MAX)
    yield problem(
      'title-too-long',
      `the title has ${String(title.length)} characters, ${String(PHOTO_TITLE_MAX)} are allowed for photos.`,
    );
}
