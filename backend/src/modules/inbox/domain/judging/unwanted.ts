import type { ModerationSettings } from '../settings/inbox-settings.ts';
import { hasProfanity } from './profanity.ts';
import { looksLikeSpam } from './spam.ts';

type Looks = Readonly<{ spam: boolean; profane: boolean }>;

export const looksOf = (text: string): Looks => ({ spam: looksLikeSpam(text), profane: hasProfanity(text) });

/** Which of the owner's settings keeps such a comment out of the inbox; null: none does. */
export function unwantedAs(
  looks: Looks,
  { autoHideSpam, filterProfanity }: Pick<ModerationSettings, 'autoHideSpam' | 'filterProfanity'>,
): 'spam' | 'profane' | null {
  if (looks.spam && autoHideSpam) return 'spam';
  return looks.profane && filterProfanity ? 'profane' : null;
}
