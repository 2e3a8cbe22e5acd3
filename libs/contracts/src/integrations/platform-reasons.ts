import { sentenceOf, type SaidPart, type Sentences } from '../shared/said.ts';

/** Why accounts of a platform cannot be connected here, for the operator. `id`, `secret`: the names of variables. */
export const PLATFORM_REASONS = {
  'keys-missing': ({ id = '', secret = '', app = '' }) =>
    `Set ${String(id)} and ${String(secret)}; docs/how-to/platforms/${String(app)}.md says where to get them.`,
  'no-interface': 'Substack has no interface for publishing. Its address can be shown on the link page.',
} as const satisfies Sentences;

/** The reason as a sentence, with its code and names. */
export const reasonSaid = (said: SaidPart & Readonly<{ code: keyof typeof PLATFORM_REASONS }>) => ({
  reason: sentenceOf(PLATFORM_REASONS, said, said.values) ?? '',
  reasonSaid: said,
});
