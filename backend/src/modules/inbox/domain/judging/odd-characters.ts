import { JUDGED_MAX } from './model-text.ts';

/** Control, format, private and unassigned characters, and all that Unicode does not display. Not U+FE0E and U+FE0F, which emoji need. */
const HIDDEN =
  /(?![\uFE0E\uFE0F])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const STACKED = /[\u0300-\u036F\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20DF]{3,}/u;
const SELECTOR_AFTER_NOTHING = /(?:^|[^\p{Emoji}\p{S}\p{P}])[\uFE0E\uFE0F]|[\uFE0E\uFE0F]{2}/u;
/** Line ends, and the joiners and selectors that are needed in emoji, Persian, Mongolian and the scripts of India. */
const NEEDED =
  /\r?\n|(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic}|[\u2640\u2642])|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])|(?<=[\u1820-\u18AA])[\u180B-\u180D\u180F]/gu;

export const hasHiddenCharacters = (text: string): boolean => {
  const rest = text.replace(NEEDED, '');
  return rest.search(HIDDEN) >= 0 || STACKED.test(rest) || SELECTOR_AFTER_NOTHING.test(rest);
};

const HARMLESS_FORMS = /[¹²³¼½¾ªº™℠№℃℉]/gu;
/** Phonetic letters, small capitals, upside-down letters, and letters in squares. */
const STRANGE_LATIN =
  /[\u0250-\u02AF\u1D00-\u1DBF\uA700-\uA7FF\uAB30-\uAB6F\u{1F150}-\u{1F16F}\u{1F172}-\u{1F17D}\u{1F180}-\u{1F189}]/u;
const MIXES_SCRIPTS =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]\p{M}*\p{Script=Latin}/u;

/** Returns true for mathematical, circled or full-width forms of plain letters and digits, or a word that mixes two alphabets. */
export const hasLookAlikes = (text: string): boolean => {
  const rest = text.replace(HARMLESS_FORMS, '');
  const hasDecoratedForm = Array.from(rest).some(
    (letter) =>
      /[^\p{ASCII}]/u.test(letter) &&
      /[a-z0-9]/iu.test(letter.normalize('NFKC')) &&
      /[\p{L}\p{N}\p{So}]/u.test(letter),
  );
  return hasDecoratedForm || STRANGE_LATIN.test(rest) || MIXES_SCRIPTS.test(rest);
};

/** A long run of letters, digits and symbols, like keys and base64. */
const LONG_RUN = /[\w+/=%-]{14,}/u;
/** Capitals between small letters, or an escaped byte before another escape. */
const ODD_INSIDE = /[a-z][A-Z]+[a-z]+[A-Z]|%[0-9a-fA-F]{2}%/u;
/** Three or more consecutive pieces of a coded word: a model can join them again. */
const CODED_PIECES =
  /(?:(?<![\w+/=])(?=\S*(?:[a-z][A-Z]|[a-zA-Z]\d[a-zA-Z]))[\w+/=]{4,13}(?:[\s.,|-]+|$)){3}/u;
const BARE_SIGNS = /(?:[.\-·—_/\\|01]{2,}\s*){4,}/u;
const MARKUP = /[<>{}]|```|&#?\w+;|\\[ux][0-9a-f]{2}|\]\(/iu;
const LETTER_SHARE_MIN = 0.4;

/** Checks at most twice the length that the model sees. */
export const hasCodedWord = (text: string): boolean => {
  const start = text.slice(0, 2 * JUDGED_MAX);
  return start.split(/\s+/u).some(isCoded) || endsPadded(start) || CODED_PIECES.test(start);
};

/** Whether a long word has digits, capitals or symbols in the middle. One pattern for all of this would take minutes for some words. */
function isCoded(word: string): boolean {
  const rest = longRunIn(word);
  if (!/[a-zA-Z]/u.test(rest)) return false;
  const digits = Array.from(rest.matchAll(/\d/gu), ({ index }) => index);
  const betweenDigits = rest.slice(digits[0] ?? 0, digits.at(-1) ?? 0);
  return /[a-zA-Z]/u.test(betweenDigits) || ODD_INSIDE.test(rest);
}

/** Whether the text ends like base64. */
function endsPadded(text: string): boolean {
  const rest = longRunIn(text.split(/\s+/u).at(-1) ?? '');
  return rest.endsWith('=') && /[a-zA-Z]/u.test(rest);
}

/** The word from its first long run on; empty: it has none. */
function longRunIn(word: string): string {
  const at = word.search(LONG_RUN);
  return at < 0 ? '' : word.slice(at);
}

/** Returns true for base64, escapes, Morse, markup and JSON. People do not read such text, and our checks do not understand it. */
export function isEncoded(text: string): boolean {
  const signs = text.replace(/[\s\p{Extended_Pictographic}\p{M}\p{Cf}]/gu, '');
  const letters = signs.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const unreadable = signs.length >= 8 && letters / signs.length < LETTER_SHARE_MIN;
  return unreadable || hasCodedWord(text) || BARE_SIGNS.test(text) || MARKUP.test(text);
}
