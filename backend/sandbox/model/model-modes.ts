/**
 * How the model behaves. `obey`: gives useful answers, and follows instructions in a comment. `refuse`, `cut-off`, `babble` (no JSON),
 * `stall` (never answers), `throttle` (429), `fail` (500). `no-schema` supports no JSON schema, `no-json` no response format at all.
 */
export const MODEL_MODES = [
  'obey',
  'refuse',
  'cut-off',
  'babble',
  'stall',
  'throttle',
  'fail',
  'no-schema',
  'no-json',
] as const;
export type ModelMode = (typeof MODEL_MODES)[number];
