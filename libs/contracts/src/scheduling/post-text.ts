import { FREE_SUFFIX } from '../shared/brand.ts';

type Written = Readonly<{ content: string; hashtags?: string | null | undefined }>;

/** The separators of hashtags: blanks, the commas of every script, and a full-width `＃` that begins the next hashtag. */
const SEPARATORS = /[\s,，、､﹐﹑،؛;；。]+|(?<=[^#＃])(?=＃)/u;

/** `launch #news,launch` becomes `#launch #news`: one `#` each, no repeats, order kept. */
export function hashtagList(hashtags: string | null | undefined): string[] {
  const words = (hashtags ?? '').split(SEPARATORS).map((word) => word.replace(/^[#＃]+/u, ''));
  return [...new Set(words.filter((word) => word !== ''))].map((word) => `#${word}`);
}

/** Hashtags as a platform shows them, in one text; null: there are none. */
export const shownHashtags = (hashtags: string | null | undefined): string | null =>
  hashtagList(hashtags).join(' ') || null;

/** Whether the text is one hashtag, with or without `#`, or several hashtags that all have `#`. `social media` is neither. */
export const areHashtags = (text: string): boolean =>
  hashtagList(text).length <= 1 ||
  text.split(SEPARATORS).every((word) => word === '' || /^[#＃]/u.test(word));

/** The exact text that a platform receives: counters, previews, checks and the connectors all use this function. */
export function postText({ content, hashtags }: Written, withSuffix: boolean): string {
  const parts = [content.trim(), hashtagList(hashtags).join(' '), withSuffix ? FREE_SUFFIX : ''];
  return parts.filter((part) => part !== '').join('\n\n');
}
