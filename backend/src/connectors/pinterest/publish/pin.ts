import { optionValue } from '@posthorn/contracts/integrations/option-values';
import type { OptionValue } from '@posthorn/contracts/shared/publish-options';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { MediaItem, OutgoingPublication } from '../../contract/publication.ts';
import { coverOf } from '../../kit/cover-field.ts';
import { BOARD_FIELD, LINK_FIELD, PINTEREST, TITLE_FIELD } from '../limits.ts';

/** The texts of a pin; an empty string means none. */
export type PinWords = Readonly<{ title: string; description: string; link: string; altText: string }>;

type Written = Pick<OutgoingPublication, 'text' | 'title' | 'options' | 'media'>;
const textIn = (value: OptionValue | undefined): string => (typeof value === 'string' ? value : '');

export const boardIn = (publication: Written): string => textIn(optionValue(BOARD_FIELD, publication));

export const wordsIn = (publication: Written): PinWords => ({
  title: textIn(optionValue(TITLE_FIELD, publication)),
  description: publication.text,
  link: textIn(optionValue(LINK_FIELD, publication)).trim(),
  altText: altTextOf(publication.media),
});

/** Whether a look-up can recognize the pin by its words. */
export const isRecognizable = (publication: Written): boolean => {
  const { title, description, link } = wordsIn(publication);
  return `${title}${description}${link}`.trim() !== '';
};

/** The alternative text. A pin has one for all of its pictures. */
function altTextOf(media: readonly MediaItem[]): string {
  const texts = media.map(({ altText }) => altText).filter((text) => text !== '');
  return Array.from(texts.join(' ')).slice(0, PINTEREST.limits.media.altTextMax).join('');
}

/** URLs from which the platform fetches the pictures, and the id of an uploaded video. */
export type PinFiles = Readonly<{ pictures: readonly string[]; mediaId: string | null }>;

/** The body of `POST /pins`. */
export function pinOf(publication: OutgoingPublication, files: PinFiles): JsonObject {
  const { title, description, link, altText } = wordsIn(publication);
  return {
    board_id: boardIn(publication),
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    ...(link !== '' && { link }),
    ...(altText !== '' && { alt_text: altText }),
    media_source: sourceOf(publication, files, link),
  };
}

function sourceOf(
  publication: OutgoingPublication,
  { pictures, mediaId }: PinFiles,
  link: string,
): JsonObject {
  const [first] = pictures;
  if (mediaId !== null) {
    // The platform refuses a video without a cover.
    const cover =
      first === undefined
        ? { cover_image_key_frame_time: keyFrameOf(publication) }
        : { cover_image_url: first };
    return { source_type: 'video_id', media_id: mediaId, ...cover };
  }
  if (pictures.length === 1 && first !== undefined) return { source_type: 'image_url', url: first };
  const items = pictures.map((url) => ({ url, ...(link !== '' && { link }) }));
  return { source_type: 'multiple_image_urls', items, index: 0 };
}

/** The time of the cover frame, in seconds. The first frame of a video is often black, so it is only used if the author chose it. */
function keyFrameOf({ media, options }: OutgoingPublication): number {
  const chosen = coverOf({ options });
  if (chosen !== null) return chosen / 1000;
  return Math.min(1, (media.find(({ kind }) => kind === 'video')?.durationSeconds ?? 2) / 2);
}
