import { twitterLinks, X_LINKS } from './twitter-text.ts';

/**
 * How X counts a text and which parts of it are links to X. The author's intention does not matter: a bare domain
 * with a known ending counts, and costs, as much as a URL.
 */

/** Created at the first use: the property stands for thousands of sequences, and compiling them would delay each start of the product. */
let emoji: RegExp | undefined;
const emojiPattern = () => (emoji ??= new RegExp('[#*0-9]\\ufe0f?\\u20e3|\\p{RGI_Emoji}', 'gv'));

/** All emoji consist of these characters. The pattern above is slow, so it reads only them. */
const PARTS_OF_EMOJI = /[\p{Emoji}\p{Emoji_Component}]+/gu;

/** The weighted length: Latin and common punctuation 1, everything else 2, an emoji 2, a link `urlLength`. */
export function xWeightedLength(text: string, urlLength: number): number {
  const normal = text.normalize('NFC');
  let length = 0;
  let end = 0;
  for (const link of twitterLinks(normal, X_LINKS)) {
    length += weightOf(normal.slice(end, link.start)) + urlLength;
    end = link.end;
  }
  return length + weightOf(normal.slice(end));
}

/** The links that X recognizes, in the order of the text. */
export function xLinksIn(text: string): string[] {
  const normal = text.normalize('NFC');
  return Array.from(twitterLinks(normal, X_LINKS), ({ start, end }) => normal.slice(start, end));
}

function weightOf(text: string): number {
  let weight = 0;
  const rest = text.replace(PARTS_OF_EMOJI, (part) =>
    part.replace(emojiPattern(), () => {
      weight += 2;
      return '';
    }),
  );
  for (const char of rest) weight += isLight(char.codePointAt(0) ?? 0) ? 1 : 2;
  return weight;
}

/** The code points that count 1, as twitter-text (configuration 3) lists them. */
const isLight = (code: number): boolean =>
  code <= 4351 ||
  (code >= 8192 && code <= 8205) ||
  (code >= 8208 && code <= 8223) ||
  (code >= 8242 && code <= 8247);
