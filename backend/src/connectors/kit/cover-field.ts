import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { OutgoingPublication } from '../contract/publication.ts';

/** For platforms that make a video's cover from one of its frames, which the author may choose. */
export const COVER_FIELD = {
  kind: 'moment',
  name: 'coverAt',
  label: WORDS.coverAt,
  help: WORDS['coverAt/help'],
  // In a post with several files, a video has no separate cover.
  forMedia: 'loneVideo',
  required: false,
} as const satisfies OptionField;

/** The time of the frame, in milliseconds from the start of the video; null: the platform chooses the frame. */
export function coverOf({ options }: Pick<OutgoingPublication, 'options'>): number | null {
  const moment = options[COVER_FIELD.name];
  return typeof moment === 'number' ? moment : null;
}
