import type { SaidPart, Sentences } from './said.ts';

/**
 * The names of browsers and API tokens that contain words of a language. Other names have no code, because they are the same in every
 * language: "Firefox", or the name that a user gave to a token.
 */
export const DEVICE_NAMES = {
  browser: ({ browser = '', system = '' }) => `${String(browser)} on ${String(system)}`,
  'browser/unknown': 'Unknown browser',
  /** A token whose name is no longer known. */
  'token/unknown': 'API token',
} as const satisfies Sentences;

export const UNKNOWN_BROWSER = { code: 'browser', variant: 'unknown' } as const satisfies SaidPart;
export const UNKNOWN_TOKEN = { code: 'token', variant: 'unknown' } as const satisfies SaidPart;
