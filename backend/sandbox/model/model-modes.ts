/**
 * How the model behaves.
 * - `obey`: gives useful answers, and follows instructions in a comment;
 * - `refuse`, `cut-off`: refuses, or stops in the middle;
 * - `babble`: answers without JSON;
 * - `stall`: never answers;
 * - `throttle`: 429; `no-credit`: 429 with the code of a used-up quota;
 * - `filter`: 400 for the prompt; `fail`: 500;
 * - `skip`: finds nothing to answer;
 * - `garble`: text with NUL and half surrogate pairs;
 * - `no-schema`: supports no JSON schema; `no-json`: supports no response format at all.
 */
export const MODEL_MODES = [
  'obey',
  'refuse',
  'cut-off',
  'babble',
  'stall',
  'throttle',
  'no-credit',
  'filter',
  'skip',
  'garble',
  'fail',
  'no-schema',
  'no-json',
] as const;
export type ModelMode = (typeof MODEL_MODES)[number];
