import { hashtagsIn } from '@posthorn/contracts/integrations/text-words';
import { withoutAddresses } from '@posthorn/contracts/integrations/web-addresses';

/** learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format */
const RESERVED = /[\\|{}@[\]()<>#*_~]/gu;
const HASHTAG_TEMPLATE = /\{hashtag\|\\?[#＃]\|((?:\\.|[^\\}])*)\}/gu;
const MENTION = /@\[((?:\\.|[^\\\]])*)\]\((?:\\.|[^\\)])*\)/gu;
const ESCAPE = /\\([\\|{}@[\]()<>#*_~])/gu;

const escaped = (text: string): string => text.replace(RESERVED, '\\$&');

/** Escapes a text for `commentary`: LinkedIn cuts a text at the first unescaped reserved character. Hashtags stay hashtags. */
export function littleText(text: string): string {
  let little = '';
  let copiedTo = 0;
  for (const { start, end } of hashtagsIn(text)) {
    little += `${escaped(text.slice(copiedTo, start))}{hashtag|\\#|${escaped(text.slice(start + 1, end))}}`;
    copiedTo = end;
  }
  return little + escaped(text.slice(copiedTo));
}

/** The visible text of a commentary. */
export const plainText = (commentary: string): string =>
  commentary
    .replace(HASHTAG_TEMPLATE, (_, word: string) => `\\#${word}`)
    .replace(MENTION, '$1')
    .replace(ESCAPE, '$1');

/**
 * Normalizes a text for comparison. LinkedIn replaces URLs with short ones (lnkd.in), and may change white space and the sign
 * of hashtags.
 */
const comparableText = (text: string): string =>
  withoutAddresses(text.normalize('NFC'), () => '\u0000')
    .replaceAll('＃', '#')
    .replace(/[\s\u200b\ufeff]+/gu, '');

/** Whether a commentary has our text, escaped or as readers see it. */
export const isText = (sent: string, commentary: string): boolean =>
  [plainText(commentary), commentary].some((shown) => comparableText(shown) === comparableText(sent));
