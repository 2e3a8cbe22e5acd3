import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { MediaItem, OutgoingPublication } from '../../contract/publication.ts';
import { optionValue } from '@posthorn/contracts/integrations/option-values';
import { textLength } from '@posthorn/contracts/shared/text';
import { ALTERED, CATEGORY, MADE_FOR_KIDS, PRIVACY, TAGS, TITLE } from '../limits.ts';

/** The metadata of an upload (developers.google.com/youtube/v3/docs/videos#resource). */
export function videoResource(publication: OutgoingPublication): JsonObject {
  const tags = tagsOf(publication);
  return {
    snippet: {
      title: titleOf(publication),
      description: publication.text,
      categoryId: optionValue(CATEGORY, publication) ?? CATEGORY.initial,
      ...(tags.length > 0 && { tags }),
    },
    status: {
      // Always sent, because otherwise the channel's default would apply.
      privacyStatus: optionValue(PRIVACY, publication) ?? PRIVACY.initial,
      selfDeclaredMadeForKids: optionValue(MADE_FOR_KIDS, publication) === true,
      containsSyntheticMedia: optionValue(ALTERED, publication) === true,
    },
  };
}

/** The tags of a video: `sour dough, #bread` are two tags. */
export function tagsOf(publication: Pick<OutgoingPublication, 'title' | 'options'>): string[] {
  const tags = optionValue(TAGS, publication);
  const words = typeof tags === 'string' ? tags.split(/[,\n]/u) : [];
  return [...new Set(words.map((word) => word.trim().replace(/^#+/u, '')).filter((word) => word !== ''))];
}

/** The length as YouTube counts it: including a comma between tags, and quotation marks around each tag with a space. */
export const tagsLength = (tags: readonly string[]): number =>
  tags.reduce(
    (sum, tag) => sum + textLength(tag) + (tag.includes(' ') ? 2 : 0),
    Math.max(0, tags.length - 1),
  );

export function titleOf(publication: Pick<OutgoingPublication, 'title' | 'options'>): string {
  const title = optionValue(TITLE, publication);
  return typeof title === 'string' ? title : '';
}

/** The video to upload. An image in the same post becomes the thumbnail. */
export const videoOf = ({ media }: Pick<OutgoingPublication, 'media'>): MediaItem | undefined =>
  media.find(({ kind }) => kind === 'video');
