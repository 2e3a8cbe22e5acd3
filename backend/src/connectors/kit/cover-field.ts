import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { OutgoingPublication } from '../contract/publication.ts';

/** Where the platform makes the cover of a video from one of its pictures, which the writer may choose. */
export const COVER_FIELD = {
  kind: 'moment',
  name: 'coverAt',
  label: 'Cover',
  help: 'The picture that stands for the video until somebody plays it.',
  // Beside other files a video has no cover of its own.
  forMedia: 'loneVideo',
  required: false,
} as const satisfies OptionField;

/** In milliseconds from the beginning of the video; null: the platform takes the picture that it likes. */
export function coverOf({ options }: Pick<OutgoingPublication, 'options'>): number | null {
  const moment = options[COVER_FIELD.name];
  return typeof moment === 'number' ? moment : null;
}
