import type { Sentences } from '../shared/said.ts';

/** The names of further ways to connect accounts of a platform, by the consent. */
export const CONNECT_WAYS = {
  'instagram-login': 'Instagram (without a Facebook Page)',
} as const satisfies Sentences;
