/**
 * Texts that a post may have in addition to its main text, as a request names them. A new one is added here and in the table below. In an
 * event it needs a new schema, and in the list of posts a new version of its projection.
 */
export type OptionalWordsRequest = Readonly<{
  /** Where a platform has titles. */
  title?: string;
  /** In a new post, left out: those of the user's post defaults. Empty: none. */
  hashtags?: string;
}>;
/** It also names a column, so it is one lower-case word. */
export type OptionalWord = keyof OptionalWordsRequest;
/** As a post has them; null: none of them. */
export type OptionalWords = Readonly<Record<OptionalWord, string | null>>;

/** What the archive of an account says about one, and what a tool of an assistant says. */
type Described = Readonly<{ inExport: string; inTools: string }>;
/** `label`: of its field. `max`: in code points. */
type Declared = Described & Readonly<{ label: string; max: number; tooLong: string }>;
const declared = (label: string, max: number, described: Described): Declared => ({
  label,
  max,
  tooLong: `${label} must be under ${String(max)} characters`,
  ...described,
});

/**
 * Everything that handles the words of a post reads this: events, rows, search, API, tools and the form. All of them are personal data, part of the archive, and hidden from a token
 * that may not read posts.
 */
export const OPTIONAL_WORDS: Readonly<Record<OptionalWord, Declared>> = {
  title: declared('Title', 200, {
    inExport: 'Its title.',
    inTools: 'A title, for platforms that show one.',
  }),
  hashtags: declared('Hashtags', 500, {
    inExport: 'Its hashtags.',
    inTools: 'The new hashtags as one text; empty: none.',
  }),
};
export const OPTIONAL_WORD_NAMES = Object.keys(OPTIONAL_WORDS) as readonly OptionalWord[];

/** A value for each of them, in the order of the table. */
export const eachOptionalWord = <Value>(make: (name: OptionalWord) => Value): Record<OptionalWord, Value> =>
  Object.fromEntries(OPTIONAL_WORD_NAMES.map((name) => [name, make(name)])) as Record<OptionalWord, Value>;

export const NO_OPTIONAL_WORDS = eachOptionalWord(() => null);

/** Those of a post, and nothing else of it. An event from before a word was declared does not have it. */
export const optionalWordsOf = (post: Partial<OptionalWords>): OptionalWords =>
  eachOptionalWord((name) => post[name] ?? null);

/** Those that a request names, and nothing else of it. */
export const optionalWordsSent = (request: OptionalWordsRequest): OptionalWordsRequest =>
  Object.fromEntries(
    OPTIONAL_WORD_NAMES.flatMap((name) => {
      const sent = request[name];
      return sent === undefined ? [] : [[name, sent] as const];
    }),
  );

/** What a request makes of those that a post has: what it leaves out stays, an empty text takes away. */
export const optionalWordsAfter = (
  request: OptionalWordsRequest,
  kept: OptionalWords = NO_OPTIONAL_WORDS,
): OptionalWords =>
  eachOptionalWord((name) => {
    const sent = request[name];
    if (sent === undefined) return kept[name];
    return sent === '' ? null : sent;
  });
