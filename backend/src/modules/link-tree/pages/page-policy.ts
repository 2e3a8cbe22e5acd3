import type { PageStyle } from './page-style.ts';

/**
 * Allows no scripts, and files only from our origin and the media host. Pings go only to our origin.
 * @param media null if no other host serves files
 */
export const pagePolicy = ({ hash }: PageStyle, media: string | null): string =>
  [
    "default-src 'none'",
    `style-src '${hash}'`,
    `img-src ${sources(media)}`,
    `media-src ${sources(media)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // The app's editor has our origin and shows the page in a frame.
    "frame-ancestors 'self'",
  ].join('; ');

const sources = (media: string | null): string => (media === null ? "'self'" : `'self' ${media}`);
