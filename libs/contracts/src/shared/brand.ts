import { EXAMPLE_CREATORS, EXAMPLE_POSTS, EXAMPLE_TESTIMONIALS, type Landing } from './landing-examples.ts';

/** The name and the public texts of an installation. Operators edit this file. Some sentences of other files still contain "Posthorn". */
export const BRAND = {
  name: 'Posthorn',
  /** Without `#`. */
  hashtag: 'posthorn',
  domain: 'posthorn.example',
  tagline: 'Sounded once, heard everywhere.',
  /** The query parameter of outgoing links of link pages, with the handle, so that the linked site sees who sent the visitor. */
  affiliateParameter: 'ref',
  /** The beginning of API tokens, so that scanners for leaked secrets recognize them. After a change, older tokens are not recognized any more. */
  apiTokenPrefix: 'posthorn_pat_',
  supportEmail: 'support@posthorn.example',
  /**
   * The contact for reports of security problems, as a URL with its scheme (`mailto:security@…`, `https://…`).
   * `/.well-known/security.txt` contains it. Null: there is no contact and no such file.
   */
  securityContact: null as string | null,
  /** The colour of the icon (`frontend/public/favicon.svg`), for devices that cut icons into their own shape. */
  iconColour: '#4f46e5',
  /** Whether browsers store a page that they show without a connection. False: browsers that have stored the page delete it at their next visit. */
  offlinePage: true as boolean,
  /** The name of this installation's operator for the legal pages; null: "the operator of this installation". */
  operator: null as string | null,
  /** The day of the last change of the terms or the privacy policy. */
  legalUpdated: '2026-11-24',
} as const;

/** Appended to posts of the free plan, except on a platform that forbids promotional text (TikTok). */
export const FREE_SUFFIX = `via ${BRAND.name} #${BRAND.hashtag}`;

/**
 * The statements of the landing page about this installation and its users; empty parts are not shown. The examples are invented: replace them with your own
 * figures and voices, in the form of `landing-examples.ts`, or with `[]`. Until then, the start and the doctor of a public server report them.
 */
export const LANDING: Landing = {
  claims: [{ figure: '12', of: 'platforms' }, EXAMPLE_CREATORS, EXAMPLE_POSTS],
  testimonials: EXAMPLE_TESTIMONIALS,
};

/**
 * The price of Premium in cents, by the day of subscribing; a subscriber keeps the price of that day. `afterDays`: since `PREMIUM_SINCE`,
 * at 00:00 UTC. The last step has no end. Each step needs a price at Stripe with the lookup key `premium_{cents}_{currency}_{interval}`.
 */
export const PREMIUM = {
  currency: 'usd',
  interval: 'month',
  normally: 4900,
  steps: [
    { afterDays: 0, cents: 1900 },
    { afterDays: 30, cents: 2900 },
    { afterDays: 60, cents: 3900 },
    { afterDays: 90, cents: 4900 },
  ],
} as const;
