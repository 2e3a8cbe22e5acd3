import type { PageStyle } from './page-style.ts';

/** No script at all, nothing from elsewhere. `connect-src`: `ping` is a connection. */
export const pagePolicy = ({ hash }: PageStyle): string =>
  [
    "default-src 'none'",
    `style-src '${hash}'`,
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // The editor of our own origin shows it beside its fields.
    "frame-ancestors 'self'",
  ].join('; ');
