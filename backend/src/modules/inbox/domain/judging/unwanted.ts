import type { ModerationSettings } from '../settings/inbox-settings.ts';
import { hasProfanity } from './profanity.ts';
import { looksLikeSpam } from './spam.ts';

type Looks = Readonly<{ spam: boolean; profane: boolean }>;

export const looksOf = (text: string): Looks => ({ spam: looksLikeSpam(text), profane: hasProfanity(text) });

/** Why the owner's settings keep a comment that looks so from the inbox; null: they do not. */
export function unwantedAs(
  looks: Looks,
  { autoHideSpam, filterProfanity }: Pick<ModerationSettings, 'autoHideSpam' | 'filterProfanity'>,
): 'spam' | 'profane' | null {
  if (looks.spam && autoHideSpam) return 'spam';
  return looks.profane && filterProfanity ? 'profane' : null;
}
