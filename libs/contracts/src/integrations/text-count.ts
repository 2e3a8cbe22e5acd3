import { byteLength, graphemeLength, textLength } from '../shared/text.ts';
import type { PlatformLimits, TextCount } from './platform-limits.ts';
import { xWeightedLength } from './x-text.ts';

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
    case 'emojiBytes':
      return withEmojiBytes(text);
    case 'mastodon':
      return graphemeLength(
        text
          .replace(URL_PATTERN, 'x'.repeat(count.urlLength))
          .replace(REMOTE_MENTION, (_match, before: string, user: string) => `${before}@${user}`),
      );
    case 'xWeighted':
      return xWeightedLength(text, count.urlLength);
  }
}

function withEmojiBytes(text: string): number {
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u.test(segment);
    length += isEmoji ? byteLength(segment) : textLength(segment);
  }
  return length;
}

/** How far a text is from an account's limit; `over` when the platform would refuse it. */
export function textFit(
  text: string,
  { text: limit }: PlatformLimits,
): { used: number; max: number; over: boolean } {
  const used = countText(text, limit.count);
  const tooManyBytes = limit.maxBytes !== undefined && byteLength(text) > limit.maxBytes;
  return { used, max: limit.max, over: used > limit.max || tooManyBytes };
}

/** What a sentence puts behind an address. */
const AFTER_LINK = /[.,;:!?'"\]…»”’]/u;
const LINK_PATTERN = /(?:https?:\/\/|(?<![\w@./-])www\.[^\s<>"./]+\.)[^\s<>"]+/giu;
/**
 * Web addresses in the order of the text, also those without a scheme that begin with `www.`: both count as links, as the
 * examples of developers.facebook.com/documentation/threads/create-posts/text-attachments have it.
 */
export const linksIn = (text: string): string[] => (text.match(LINK_PATTERN) ?? []).map(withoutMarks);

/** From behind, character by character. A bracket that was opened before the address closes after it, and is not of it. */
function withoutMarks(link: string): string {
  const mayClose = link.includes('(');
  let end = link.length;
  const isMark = (char: string) => AFTER_LINK.test(char) || (char === ')' && !mayClose);
  while (end > 0 && isMark(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}
/** `#word` in any script, outside web addresses. */
export const hashtagsIn = (text: string): string[] =>
  text.replace(URL_PATTERN, ' ').match(/(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/giu) ?? [];
/** `@name`, outside web and e-mail addresses. */
export const mentionsIn = (text: string): string[] =>
  text.replace(URL_PATTERN, ' ').match(/(?<![\w.])@[A-Za-z0-9_][A-Za-z0-9_.]*/gu) ?? [];
