import type { PageStyle } from './page-style.ts';

/** Allows no script and nothing from other hosts. Pings go only to our own origin. @param media another host that serves files; null without one */
export const pagePolicy = ({ hash }: PageStyle, media: string | null): string =>
  [
    "default-src 'none'",
    `style-src '${hash}'`,
    `img-src ${sources(media)}`,
    `media-src ${sources(media)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // The app's editor, on our own origin, shows the page beside its fields.
    "frame-ancestors 'self'",
  ].join('; ');

const sources = (media: string | null): string => (media === null ? "'self'" : `'self' ${media}`);
