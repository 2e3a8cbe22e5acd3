/**
 * Texts that a post may have besides its main text, by their name in a request. To add one, change this type and the table below. An
 * event then needs a new schema, and the list of posts a new version of its projection.
 */
export type OptionalWordsRequest = Readonly<{
  /** Only for platforms with titles. */
  title?: string;
  /** Absent in a new post: those of the user's post defaults. Empty: none. */
  hashtags?: string;
}>;
/** The name is also the name of a column, so it is one lower-case word. */
export type OptionalWord = keyof OptionalWordsRequest;
/** The optional texts of a post; null: the post does not have this text. */
export type OptionalWords = Readonly<Record<OptionalWord, string | null>>;

/** The descriptions of a text for the export of an account and for the tools of assistants. */
type Described = Readonly<{ inExport: string; inTools: string }>;
/** `label`: the label of the field. `max`: in code points. */
type Declared = Described & Readonly<{ label: string; max: number; tooLong: string }>;
const declared = (label: string, max: number, described: Described): Declared => ({
  label,
  max,
  tooLong: `${label} must be under ${String(max)} characters`,
  ...described,
});

/**
 * All code that handles the texts of a post reads this table: events, rows, search, API, tools and the form.
 * All of them are personal data, part of the export, and hidden from a token that may not read posts.
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

/** A value for each optional text, in the order of the table. */
export const eachOptionalWord = <Value>(make: (name: OptionalWord) => Value): Record<OptionalWord, Value> =>
  Object.fromEntries(OPTIONAL_WORD_NAMES.map((name) => [name, make(name)])) as Record<OptionalWord, Value>;

export const NO_OPTIONAL_WORDS = eachOptionalWord(() => null);

/** Only the optional texts of a post. An event from before a text was declared does not have it. */
export const optionalWordsOf = (post: Partial<OptionalWords>): OptionalWords =>
  eachOptionalWord((name) => post[name] ?? null);

/** Only the optional texts that a request contains. */
export const optionalWordsSent = (request: OptionalWordsRequest): OptionalWordsRequest =>
  Object.fromEntries(
    OPTIONAL_WORD_NAMES.flatMap((name) => {
      const sent = request[name];
      return sent === undefined ? [] : [[name, sent] as const];
    }),
  );

/** The optional texts after a request: absent texts stay, and an empty text removes a text. */
export const optionalWordsAfter = (
  request: OptionalWordsRequest,
  kept: OptionalWords = NO_OPTIONAL_WORDS,
): OptionalWords =>
  eachOptionalWord((name) => {
    const sent = request[name];
    if (sent === undefined) return kept[name];
    return sent === '' ? null : sent;
  });
