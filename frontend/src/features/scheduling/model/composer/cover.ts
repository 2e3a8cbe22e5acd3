import { isApplicable, isMoment } from '@posthorn/contracts/integrations/option-values';
import type { TargetFit } from './target-fit.ts';

/** Returns the moment of the video that the user chose as the cover, in milliseconds; undefined: the platform chooses a cover. */
export function coverOf({
  fields,
  options,
  media,
}: Pick<TargetFit, 'fields' | 'options' | 'media'>): number | undefined {
  const field = fields.find((each) => each.kind === 'moment' && isApplicable(each, { options, media }));
  const moment = field && options[field.name];
  return isMoment(moment) ? moment : undefined;
}
