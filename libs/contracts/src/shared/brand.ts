/** The one place that spells out the product's name. An operator edits this file; nothing else repeats it. */
export const BRAND = {
  name: 'Posthorn',
  /** Without `#`. */
  hashtag: 'posthorn',
  domain: 'posthorn.example',
  tagline: 'Sounded once, heard everywhere.',
  supportEmail: 'support@posthorn.example',
  /** Who runs this installation, as the legal pages name them; null: they say "the operator of this installation". */
  operator: null as string | null,
  /** When the terms or the privacy policy were last changed. */
  legalUpdated: '2025-08-13',
} as const;

/** Appended to posts of the free plan, except where a platform forbids promotional text (TikTok). */
export const FREE_SUFFIX = `via ${BRAND.name} #${BRAND.hashtag}`;
