import type { Platform } from '@posthorn/contracts/shared/platform';

/** Black logos become white in the dark theme, like the original logos. */
const BLACK = { disc: 'var(--ink)', on: 'var(--surface)' } as const;
const WHITE = '#ffffff';

/** The colours of the platforms. `disc` contrasts with page and surface in both themes, and `on` with the disc (3:1, WCAG 1.4.11). */
export const PLATFORM_COLOURS: Readonly<Record<Platform, Readonly<{ disc: string; on: string }>>> = {
  facebook: { disc: '#1877f2', on: WHITE },
  instagram: { disc: '#d62976', on: WHITE },
  twitter: BLACK,
  tiktok: BLACK,
  linkedin: { disc: '#0a66c2', on: WHITE },
  youtube: { disc: '#ff0033', on: WHITE },
  snapchat: { disc: '#8a7600', on: WHITE },
  pinterest: { disc: '#e60023', on: WHITE },
  threads: BLACK,
  bluesky: { disc: '#0a7aff', on: WHITE },
  mastodon: { disc: '#6364ff', on: WHITE },
  substack: { disc: '#d9480f', on: WHITE },
};
