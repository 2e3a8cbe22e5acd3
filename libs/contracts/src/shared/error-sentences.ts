import type { ErrorCode } from './error-codes.ts';
import type { SaidValues, Sentence, Sentences } from './said.ts';

type CodeOf<Module extends string> = Extract<ErrorCode, `${Module}.${string}`>;

/** A sentence for each error code of some modules, and further ones by `code/variant` for codes with several sentences. */
export type ErrorSentences<Module extends string> = Sentences<CodeOf<Module>> &
  Readonly<Record<`${CodeOf<Module>}/${string}`, Sentence>>;

/** What `message` says, so that a screen can say it in its own words: which sentence of the code, and the names and figures in it. */
export type ErrorWording = Readonly<{ variant?: string; values?: SaidValues }>;

/** The variant of a sentence that only the message has, for example because it quotes a platform. */
export const OTHER_WORDS = 'other';
