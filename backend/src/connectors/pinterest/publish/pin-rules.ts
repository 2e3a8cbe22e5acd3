import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { LINK_FIELD, PINTEREST } from '../limits.ts';
import { wordsIn } from './pin.ts';

const problem = (code: string, message: string): Problem => ({ code: `integrations.${code}`, message });

/** Checks what the table of limits cannot express: a video's cover, the shape of a carousel's pictures, the link of a pin. */
export function* pinProblems(publication: Omit<OutgoingPublication, 'contentHash'>): Generator<Problem> {
  const { name } = PINTEREST;
  const images = publication.media.filter(({ kind }) => kind === 'image');
  const hasVideo = images.length < publication.media.length;
  if (hasVideo && images.length > 1) yield problem('media-mixed', PRECHECK_TEXT.coverOnly(name));
  if (!hasVideo && !haveSameShape(images)) yield problem('image-ratio', PRECHECK_TEXT.sameShape(name));
  const { link } = wordsIn(publication);
  if (link !== '' && !isWebAddress(link))
    yield problem('option-not-valid', PRECHECK_TEXT.optionNotValid(name, LINK_FIELD.label));
}

/**
 * Whether the pictures have the same shape, within one percent: the platform crops nothing. Ignores pictures of unknown size,
 * which the platform checks.
 */
function haveSameShape(images: OutgoingPublication['media']): boolean {
  const ratios = images.flatMap(({ width, height }) => (width && height ? [width / height] : []));
  return Math.max(...ratios) <= Math.min(...ratios) * 1.01 || ratios.length === 0;
}

const isWebAddress = (text: string): boolean => /^https?:$/u.test(URL.parse(text)?.protocol ?? '');
