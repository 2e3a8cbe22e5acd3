/** The one place that spells out the product's name. An operator edits this file; nothing else repeats it. */
export const BRAND = {
  name: 'Posthorn',
  /** Without `#`. */
  hashtag: 'posthorn',
  domain: 'posthorn.example',
  tagline: 'Sounded once, heard everywhere.',
  supportEmail: 'support@posthorn.example',
} as const;

/** Appended to posts of the free plan, except where a platform forbids promotional text (TikTok). */
export const FREE_SUFFIX = `via ${BRAND.name} #${BRAND.hashtag}`;
