import { optionValue } from '@posthorn/contracts/integrations/option-values';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { accountProblem, type ProblemByCode } from '@posthorn/contracts/integrations/precheck-problem';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import { graphemeLength } from '@posthorn/contracts/shared/text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { CONTENT_WARNING, LANGUAGE, MASTODON, VISIBILITY } from '../limits.ts';

type Written = Pick<OutgoingPublication, 'text' | 'title' | 'options' | 'media'>;

/** The body of a status. For options that the author did not choose, the account's settings apply. */
export function statusBody(publication: Written, mediaIds: readonly string[]): JsonObject {
  const { text } = publication;
  const warning = optionValue(CONTENT_WARNING, publication);
  const visibility = optionValue(VISIBILITY, publication);
  const language = optionValue(LANGUAGE, publication);
  return {
    ...(text !== '' && { status: text }),
    ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    ...(visibility !== undefined && { visibility }),
    ...(warning !== undefined && { spoiler_text: warning }),
    ...(language !== undefined && { language }),
  };
}

/** Servers count the warning as part of the text (`StatusLengthValidator`). */
export function warningProblems(publication: Written, limits: PlatformLimits): ProblemByCode[] {
  const warning = optionValue(CONTENT_WARNING, publication);
  const { used, max, over } = textFit(publication.text, limits, publication.media);
  const usedWithWarning = used + (typeof warning === 'string' ? graphemeLength(warning) : 0);
  if (over || usedWithWarning <= max) return [];
  return [accountProblem('text-too-long', { platform: MASTODON.name, used: usedWithWarning, max })];
}
