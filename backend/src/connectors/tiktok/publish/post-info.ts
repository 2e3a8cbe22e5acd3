import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { coverOf } from '../../kit/cover-field.ts';
import { PHOTO_TITLE_MAX } from '../limits.ts';

type Asked = Pick<OutgoingPublication, 'text' | 'title' | 'options'>;
type Closed = Readonly<{ commentDisabled: boolean; duetDisabled: boolean; stitchDisabled: boolean }>;

const isOn = ({ options }: Pick<Asked, 'options'>, name: string): boolean => options[name] === true;

/** `post_info` of `/v2/post/publish/video/init/`. */
export const videoInfo = (asked: Asked, closed: Closed): JsonObject => {
  const cover = coverOf(asked);
  return {
    title: asked.text,
    privacy_level: asked.options['privacy'] ?? null,
    disable_comment: closed.commentDisabled || !isOn(asked, 'allowComment'),
    disable_duet: closed.duetDisabled || !isOn(asked, 'allowDuet'),
    disable_stitch: closed.stitchDisabled || !isOn(asked, 'allowStitch'),
    ...disclosure(asked),
    is_aigc: isOn(asked, 'isAigc'),
    ...(cover !== null && { video_cover_timestamp_ms: cover }),
  };
};

/** `post_info` of `/v2/post/publish/content/init/`. */
export const photoInfo = (
  asked: Asked,
  { commentDisabled }: Pick<Closed, 'commentDisabled'>,
): JsonObject => ({
  ...(asked.title !== null && { title: asked.title }),
  description: asked.text,
  privacy_level: asked.options['privacy'] ?? null,
  disable_comment: commentDisabled || !isOn(asked, 'allowComment'),
  auto_add_music: isOn(asked, 'autoAddMusic'),
  ...disclosure(asked),
});

function disclosure(asked: Asked): JsonObject {
  const discloses = isOn(asked, 'disclosesCommercial');
  return {
    brand_content_toggle: discloses && isOn(asked, 'brandedContent'),
    brand_organic_toggle: discloses && isOn(asked, 'ownBrand'),
  };
}

const problem = (code: string, message: string): Problem => ({
  code: `integrations.${code}`,
  message: `TikTok: ${message}`,
});

/** Rules of the content sharing guidelines about combinations of fields, or fields and the kind of post. */
export function* infoProblems(asked: Asked & Pick<OutgoingPublication, 'media'>): Generator<Problem> {
  const { title, options, media } = asked;
  const branded = isOn(asked, 'brandedContent');
  if (isOn(asked, 'disclosesCommercial')) {
    if (!branded && !isOn(asked, 'ownBrand'))
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
