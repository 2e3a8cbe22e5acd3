import { applicableOptions } from '@posthorn/contracts/integrations/option-values';
import type { PlatformDescriptor } from '#connectors/contract/platform-descriptor.ts';
import type { OutgoingPublication } from '../../../ports/publishing.ts';

/** Drops options that do not apply to the files that the account now gets. */
export const withApplicableOptions = <Publication extends Pick<OutgoingPublication, 'options' | 'media'>>(
  publication: Publication,
  { options: fields }: PlatformDescriptor,
): Publication => ({ ...publication, options: applicableOptions(publication, fields) });
