import { byteLength, graphemeLength, textLength } from '../shared/text.ts';
import { mastodonLength } from './mastodon-text.ts';
import type { PlatformLimits, TextCount } from './platform-limits.ts';
import { xWeightedLength } from './x-text.ts';

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
      return mastodonLength(text, count.urlLength);
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

/** Compares a text with an account's limit for a post with these files. `over`: the platform would refuse the text. */
export function textFit(
  text: string,
  { text: limit }: PlatformLimits,
  media: readonly Readonly<{ kind: 'image' | 'video' }>[],
): { used: number; max: number; over: boolean } {
  const used = countText(text, limit.count);
  const isOfImages = media.length > 0 && media.every(({ kind }) => kind === 'image');
  const max = (isOfImages ? limit.maxWithImages : undefined) ?? limit.max;
  const tooManyBytes = limit.maxBytes !== undefined && byteLength(text) > limit.maxBytes;
  return { used, max, over: used > max || tooManyBytes };
}
