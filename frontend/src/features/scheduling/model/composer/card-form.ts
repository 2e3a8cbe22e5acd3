import type { Platform } from '@posthorn/contracts/shared/platform';

/** The layout of a link card on a platform: the picture above or beside the text, and the lines of the text from the top. */
export type CardForm = Readonly<{
  picture: 'above' | 'beside';
  lines: readonly ('site' | 'title' | 'description')[];
  /** The title is on the lower edge of the picture. */
  titleOver?: true;
}>;

/** Approximate, because each app changes its layout from time to time. Sources: for Bluesky and Mastodon the source code of their apps,
 * for Facebook and Threads their apps. LinkedIn shows a small picture and no description since the end of 2023. X shows only the title in
 * the picture and the site below since October 2023.
 */
const FORMS: Readonly<Partial<Record<Platform, CardForm>>> = {
  bluesky: { picture: 'above', lines: ['title', 'description', 'site'] },
  facebook: { picture: 'above', lines: ['site', 'title', 'description'] },
  linkedin: { picture: 'beside', lines: ['title', 'site'] },
  mastodon: { picture: 'above', lines: ['site', 'title', 'description'] },
  threads: { picture: 'above', lines: ['site', 'title'] },
  twitter: { picture: 'above', lines: ['site'], titleOver: true },
};
const PLAIN: CardForm = { picture: 'beside', lines: ['title', 'description', 'site'] };

export const cardForm = (platform: Platform): CardForm => FORMS[platform] ?? PLAIN;
