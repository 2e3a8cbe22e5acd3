/** A sentence of the server for people. A screen has its own sentence for the code; programs may show `message`, which is in English. */
export type SaidSentence = Readonly<{
  /** Null: there is no code for the sentence. */
  code: string | null;
  /** Chooses one of several sentences for the code. */
  variant?: string;
  message: string;
}>;

/** The names and figures in a sentence. */
export type SaidValues = Readonly<Record<string, string | number>>;
export type Sentence = string | ((values: SaidValues) => string);
/** Sentences by their code, or by `code/variant`. */
export type Sentences<Key extends string = string> = Readonly<Record<Key, Sentence>>;

/** The sentence of the table for a code and its variant; undefined: the table has none, for example for a code of another release. */
export function sentenceOf(
  table: Sentences,
  { code, variant }: Pick<SaidSentence, 'code' | 'variant'>,
  values: SaidValues = {},
): string | undefined {
  if (code === null) return undefined;
  const key = variant === undefined ? code : `${code}/${variant}`;
  const found = Object.hasOwn(table, key) ? table[key] : undefined;
  return typeof found === 'function' ? found(values) : found;
}

/** The code of a sentence that is stored without a code; null: the table does not have the sentence. */
export const codeSaying = (table: Sentences, words: string, values: SaidValues = {}): string | null =>
  Object.keys(table).find((code) => sentenceOf(table, { code }, values) === words) ?? null;

/** A part of a text that the server says. Its sentences follow each other, with a space between them. */
export type SaidPart = Readonly<{ code: string; variant?: string; values?: SaidValues }>;

/** The details that a stored sentence of Posthorn has besides its code. */
export type SaidDetails = Omit<SaidPart, 'code'>;

/** The details of a sentence with names and figures. Empty: `values` are absent or erased, so only the stored sentence is complete. */
export const detailsOf = ({ variant, values = {} }: SaidDetails): SaidDetails =>
  Object.keys(values).length === 0 ? {} : { ...(variant !== undefined && { variant }), values };

/** The text of all parts; undefined: there are none, or the table has no sentence for one of them. */
export function textOf(table: Sentences, parts: readonly SaidPart[]): string | undefined {
  const found = parts.map((part) => sentenceOf(table, part, part.values));
  return found.length === 0 || found.includes(undefined) ? undefined : found.join(' ');
}

/** Adds a name before each code of a table, so that tables with the same codes can be merged. */
export const namedSentences = (name: string, table: Sentences): Sentences =>
  Object.fromEntries(Object.entries(table).map(([key, sentence]) => [`${name}.${key}`, sentence]));
