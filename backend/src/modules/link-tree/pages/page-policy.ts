import type { PageStyle } from './page-style.ts';

/** No script at all, nothing from elsewhere; what a browser sends by itself, as a ping, to us alone. @param media another host that files come from; null: none does */
export const pagePolicy = ({ hash }: PageStyle, media: string | null): string =>
  [
    "default-src 'none'",
    `style-src '${hash}'`,
    `img-src ${sources(media)}`,
    `media-src ${sources(media)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // The editor of our own origin shows it beside its fields.
    "frame-ancestors 'self'",
  ].join('; ');

const sources = (media: string | null): string => (media === null ? "'self'" : `'self' ${media}`);
