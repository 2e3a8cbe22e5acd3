/** Of a preview picture, in pixels: what networks show whole beside a link (developers.facebook.com/docs/sharing/webmasters/images). */
export const CARD = { width: 1200, height: 630 } as const;
