/**
 * How the model behaves. `obey`: useful, and does what a comment tells it. `refuse`, `cut-off`, `babble` (no JSON), `stall` (never
 * answers), `throttle` (429), `fail` (500); `no-schema` knows no JSON schema, `no-json` no response format at all.
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
