import type { Platform } from '../shared/platform.ts';
import type { PublishOptions } from '../shared/publish-options.ts';
import { linksIn, withPlainScheme } from './web-addresses.ts';

/** The option that removes the card on platforms for which Posthorn creates it. */
export const LINK_CARD = 'linkCard';
/** The option that removes the card on Facebook, which creates the card itself from the link. */
export const LINK_PREVIEW = 'linkPreview';

/** Platforms whose posts show a link card, with the option that switches the card off; null: no option does. */
const SHOWN_ON: Readonly<Partial<Record<Platform, string | null>>> = {
  bluesky: LINK_CARD,
  linkedin: LINK_CARD,
  facebook: LINK_PREVIEW,
  mastodon: null,
  threads: null,
  twitter: null,
};

/** The first URL in a text that begins with http:// or https://; links without a scheme get no card. */
export function firstLink(text: string): string | null {
  const link = linksIn(text).find((each) => /^https?:/iu.test(each));
  return link === undefined ? null : withPlainScheme(link);
}

/** The link that a post shows as a card; null: it shows none. A post with files shows its files instead. */
export function cardLink({
  platform,
  text,
  options,
  files,
}: Readonly<{ platform: Platform; text: string; options: PublishOptions; files: number }>): string | null {
  const flag = SHOWN_ON[platform];
  if (flag === undefined || files > 0) return null;
  return flag !== null && options[flag] === false ? null : firstLink(text);
}

/** In characters. Longer URLs get no card. */
export const LINK_MAX = 2048;

/** Why a page has no card. */
export const noCardReasons = [
  'blocked',
  'no-answer',
  'too-slow',
  'refused',
  'not-a-page',
  'no-title',
] as const;
export type NoCardReason = (typeof noCardReasons)[number];
