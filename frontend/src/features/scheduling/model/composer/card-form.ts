import type { Platform } from '@posthorn/contracts/shared/platform';

/** How a platform shows the card of a link: where the picture is, and the lines below or beside it, from the top. */
export type CardForm = Readonly<{
  picture: 'above' | 'beside';
  lines: readonly ('site' | 'title' | 'description')[];
  /** Only the title, over the lower edge of the picture. */
  titleOver?: true;
}>;

/**
 * Approximate, because each app changes its layout from time to time. Bluesky and Mastodon by the source of their apps. LinkedIn since the end of
 * 2023: a small picture and no description. X since October 2023: only the title in the picture, and the site below it. Facebook and Threads as seen
 * in their apps.
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
