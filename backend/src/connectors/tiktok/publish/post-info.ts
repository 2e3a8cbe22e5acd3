import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { accountProblem, type ProblemByCode } from '@posthorn/contracts/integrations/precheck-problem';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { coverOf } from '../../kit/cover-field.ts';
import { PHOTO_TITLE_MAX, TIKTOK } from '../limits.ts';

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

/** Problems with combinations of fields (content sharing guidelines), and with the title of photos. */
export function* infoProblems(
  publication: Written & Pick<OutgoingPublication, 'media'>,
): Generator<ProblemByCode> {
  const { title, options, media } = publication;
  const platform = TIKTOK.name;
  const branded = isOn(publication, 'brandedContent');
  if (isOn(publication, 'disclosesCommercial')) {
    if (!branded && !isOn(publication, 'ownBrand'))
      yield accountProblem('option-missing/brand', { platform });
    if (branded && options['privacy'] === 'SELF_ONLY')
      yield accountProblem('option-not-valid/only-you', { platform });
  }
  const hasPhotos = media.some(({ kind }) => kind === 'image');
  if (hasPhotos && title !== null && title.length > PHOTO_TITLE_MAX)
    yield accountProblem('title-too-long/photos', { platform, used: title.length, max: PHOTO_TITLE_MAX });
}
