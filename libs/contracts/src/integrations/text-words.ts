import { webAddresses, withoutAddresses, type TextRange } from './web-addresses.ts';

const LETTER = String.raw`[\p{L}\p{M}\p{N}_]`;
/** Letters, marks and digits of every script; joiners between them belong to the word, as in Persian and Hindi. */
const HASHTAG = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_&])[#\uff03](?=[\p{N}_]*\p{L})[\p{L}\p{N}_](?:${LETTER}|[\u200c\u200d](?=${LETTER}))*`,
  'gu',
);
/** `@name`, `@name@server` and `@name.of.domain`, in any script. */
const SHOWN_MENTION = /(?<![\p{L}\p{N}])@[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.@-]*/gu;
/** `@name` in Latin letters: the form that the limits of platforms count. */
const MENTION = /(?<![\w.])@[A-Za-z0-9_][A-Za-z0-9_.]*/gu;

/** Replaces URLs with blanks, so that positions in the text stay the same. */
const withBlankedAddresses = (text: string): string =>
  withoutAddresses(text, ({ length }) => ' '.repeat(length));

const rangesOf = (text: string, pattern: RegExp): TextRange[] =>
  Array.from(withBlankedAddresses(text).matchAll(pattern), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));

/** `#word` or `＃word` in any script, outside URLs. */
export const hashtagsIn = (text: string): TextRange[] => rangesOf(text, HASHTAG);
/** `@name`, outside URLs and e-mail addresses. */
export const mentionsIn = (text: string): TextRange[] => rangesOf(text, MENTION);

/** URLs, hashtags and mentions in the order of the text: platforms show them as links. */
export const linkedIn = (text: string): TextRange[] =>
  [...webAddresses(text), ...hashtagsIn(text), ...rangesOf(text, SHOWN_MENTION)].sort(
    (a, b) => a.start - b.start,
  );
