import type { Sentences } from '../shared/said.ts';

/** Why the receiver of a webhook gave no response, by code. */
export const DELIVERY_ERRORS = {
  blocked: 'The address is not allowed.',
  unreachable: 'The receiver could not be reached.',
  timeout: 'The receiver did not answer in time.',
  reset: 'The receiver closed the connection.',
  redirected: 'The receiver answered with a redirect.',
  unreadable: 'The answer of the receiver could not be read.',
} as const satisfies Sentences;
