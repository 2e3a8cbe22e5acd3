import { accountProblem, type ProblemByCode } from '@posthorn/contracts/integrations/precheck-problem';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { LINK_FIELD, PINTEREST } from '../limits.ts';
import { wordsIn } from './pin.ts';

/** Checks what the table of limits cannot express: a video's cover, the shape of a carousel's pictures, the link of a pin. */
export function* pinProblems(
  publication: Omit<OutgoingPublication, 'contentHash'>,
): Generator<ProblemByCode> {
  const { name: platform } = PINTEREST;
  const images = publication.media.filter(({ kind }) => kind === 'image');
  const hasVideo = images.length < publication.media.length;
  if (hasVideo && images.length > 1) yield accountProblem('media-mixed/cover', { platform });
  if (!hasVideo && !haveSameShape(images)) yield accountProblem('image-ratio/not-alike', { platform });
  const { link } = wordsIn(publication);
  if (link !== '' && !isWebAddress(link))
    yield accountProblem('option-not-valid', { platform, label: LINK_FIELD.label, option: LINK_FIELD.name });
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
