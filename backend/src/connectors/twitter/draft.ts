import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { OutgoingPublication } from '../contract/publication.ts';
import { optionValue } from '@posthorn/contracts/integrations/option-values';
import { EVERYONE, MADE_WITH_AI, PAID_PARTNERSHIP, REPLY_SETTINGS } from './descriptor.ts';
import type { TwitterRefs } from './refs.ts';

/** The body of `POST /2/tweets`. */
export function draftOf(publication: OutgoingPublication, { files }: TwitterRefs): JsonValue {
  const { text } = publication;
  const replies = optionValue(REPLY_SETTINGS, publication);
  return {
    ...(text !== '' && { text }),
    ...(files.length > 0 && { media: { media_ids: files.map(({ id }) => id) } }),
    ...(typeof replies === 'string' && replies !== EVERYONE && { reply_settings: replies }),
    ...(optionValue(PAID_PARTNERSHIP, publication) === true && { paid_partnership: true }),
    ...(optionValue(MADE_WITH_AI, publication) === true && { made_with_ai: true }),
  };
}
