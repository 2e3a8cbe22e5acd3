import type { ModerationSettings } from '../settings/inbox-settings.ts';
import { hasProfanity } from './profanity.ts';
import { looksLikeSpam } from './spam.ts';

type ContentFlags = Readonly<{ spam: boolean; profane: boolean }>;

export const contentFlagsOf = (text: string): ContentFlags => ({
  spam: looksLikeSpam(text),
  profane: hasProfanity(text),
});

/** Returns why the settings of the owner hide a comment with these flags; null: they do not hide it. */
export function unwantedAs(
  flags: ContentFlags,
  { autoHideSpam, filterProfanity }: Pick<ModerationSettings, 'autoHideSpam' | 'filterProfanity'>,
): 'spam' | 'profane' | null {
  if (flags.spam && autoHideSpam) return 'spam';
  return flags.profane && filterProfanity ? 'profane' : null;
}
