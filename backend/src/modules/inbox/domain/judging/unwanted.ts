import type { ModerationSettings } from '../settings/inbox-settings.ts';
import { hasProfanity } from './profanity.ts';
import { looksLikeSpam } from './spam.ts';

type ContentFlags = Readonly<{ spam: boolean; profane: boolean }>;

export const contentFlagsOf = (text: string): ContentFlags => ({
  spam: looksLikeSpam(text),
  profane: hasProfanity(text),
});

/** Which of the owner's settings keeps such a comment out of the inbox; null: none does. */
export function unwantedAs(
  flags: ContentFlags,
  { autoHideSpam, filterProfanity }: Pick<ModerationSettings, 'autoHideSpam' | 'filterProfanity'>,
): 'spam' | 'profane' | null {
  if (flags.spam && autoHideSpam) return 'spam';
  return flags.profane && filterProfanity ? 'profane' : null;
}
