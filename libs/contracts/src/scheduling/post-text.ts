import { FREE_SUFFIX } from '../shared/brand.ts';

type Written = Readonly<{ content: string; hashtags?: string | null | undefined }>;

/** `launch #news,launch` becomes `#launch #news`: one `#` each, no repeats, order kept. */
export function hashtagList(hashtags: string | null | undefined): string[] {
  const words = (hashtags ?? '').split(/[\s,]+/u).map((word) => word.replace(/^#+/u, ''));
  return [...new Set(words.filter((word) => word !== ''))].map((word) => `#${word}`);
}

/** The very text a platform receives: counters, previews, pre-flight and the connectors all use this one. */
export function postText({ content, hashtags }: Written, withSuffix: boolean): string {
  const parts = [content.trim(), hashtagList(hashtags).join(' '), withSuffix ? FREE_SUFFIX : ''];
  return parts.filter((part) => part !== '').join('\n\n');
}
