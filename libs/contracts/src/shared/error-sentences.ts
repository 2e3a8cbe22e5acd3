import type { ErrorCode } from './error-codes.ts';
import type { SaidValues, Sentence, Sentences } from './said.ts';

type CodeOf<Module extends string> = Extract<ErrorCode, `${Module}.${string}`>;

/** A sentence for each error code of some modules, and further ones by `code/variant` for codes with several sentences. */
export type ErrorSentences<Module extends string> = Sentences<CodeOf<Module>> &
  Readonly<Record<`${CodeOf<Module>}/${string}`, Sentence>>;

/** The data with which a screen shows its own sentence instead of `message`: the variant, and the names and figures in the sentence. */
export type ErrorWording = Readonly<{ variant?: string; values?: SaidValues }>;

/** The variant of a sentence that only `message` contains, for example because it quotes a platform. */
export const OTHER_WORDS = 'other';
