import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { OutgoingPublication } from '../contract/publication.ts';
import { optionValue } from '@posthorn/contracts/integrations/option-values';
import { ALTERED, MADE_FOR_KIDS, PRIVACY, TITLE } from './descriptor.ts';

/** "People & Blogs", which YouTube itself gives to a video without a category. */
const CATEGORY = '22';

/** What a video is uploaded with (developers.google.com/youtube/v3/docs/videos#resource). */
export const videoResource = (publication: OutgoingPublication): JsonObject => ({
  snippet: {
    title: titleOf(publication),
    description: publication.text,
    categoryId: CATEGORY,
  },
  status: {
    // Never left out: the default is whatever the channel has set.
    privacyStatus: optionValue(PRIVACY, publication) ?? PRIVACY.initial,
    selfDeclaredMadeForKids: optionValue(MADE_FOR_KIDS, publication) === true,
    containsSyntheticMedia: optionValue(ALTERED, publication) === true,
  },
});

export function titleOf(publication: Pick<OutgoingPublication, 'title' | 'options'>): string {
  const title = optionValue(TITLE, publication);
  return typeof title === 'string' ? title : '';
}
