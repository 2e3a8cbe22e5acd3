import { byteLength, graphemeLength, textLength } from '../shared/text.ts';
import type { PlatformLimits, TextCount } from './platform-limits.ts';

const URL_PATTERN = /https?:\/\/[^\s<>"]+/giu;
const REMOTE_MENTION = /(^|[^\w/])@([\w.-]+)@[\w.-]+\w/giu;

/** The length of a text as the platform counts it. */
export function countText(text: string, count: TextCount): number {
  switch (count.by) {
    case 'graphemes':
      return graphemeLength(text);
    case 'codePoints':
      return textLength(text);
    case 'utf16':
      return text.length;
    case 'mastodon':
      return graphemeLength(
        text
          .replace(URL_PATTERN, 'x'.repeat(count.urlLength))
          .replace(REMOTE_MENTION, (_match, before: string, user: string) => `${before}@${user}`),
      );
    case 'xWeighted':
      return weighted(text, count.urlLength);
  }
}

/** Weighted as twitter-text v3: Latin and common punctuation count 1, everything else 2, an emoji 2, a link `urlLength`. */
function weighted(text: string, urlLength: number): number {
  let length = 0;
  const rest = text.normalize('NFC').replace(URL_PATTERN, () => {
    length += urlLength;
    return '';
  });
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(rest)) {
    if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)) {
      length += 2;
      continue;
    }
    for (const char of segment) length += isLight(char.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return length;
}

const isLight = (code: number): boolean =>
  code <= 4351 ||
  (code >= 8192 && code <= 8205) ||
  (code >= 8208 && code <= 8223) ||
  (code >= 8242 && code <= 8247);

/** How far a text is from an account's limit; `over` when the platform would refuse it. */
export function textFit(
  text: string,
  { text: limit }: PlatformLimits,
): { used: number; max: number; over: boolean } {
  const used = countText(text, limit.count);
  const tooManyBytes = limit.maxBytes !== undefined && byteLength(text) > limit.maxBytes;
  return { used, max: limit.max, over: used > limit.max || tooManyBytes };
}

/** Web addresses in the order of the text. */
export const linksIn = (text: string): string[] => text.match(URL_PATTERN) ?? [];
/** `#word` in any script, outside web addresses. */
export const hashtagsIn = (text: string): string[] =>
  text.replace(URL_PATTERN, ' ').match(/(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/giu) ?? [];
/** `@name`, outside web and e-mail addresses. */
export const mentionsIn = (text: string): string[] =>
  text.replace(URL_PATTERN, ' ').match(/(?<![\w.])@[A-Za-z0-9_][A-Za-z0-9_.]*/gu) ?? [];
