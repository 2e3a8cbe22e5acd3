import type { FacebookRefs } from './refs.ts';

const SITE = 'https://www.facebook.com';

export const urlOfPost = (id: string): string => `${SITE}/${id}`;

/** The public URL of a video. Facebook may return URLs without its host. */
export function urlOfVideo(
  pageId: string,
  { id, kind }: NonNullable<FacebookRefs['video']>,
  permalink: string | null,
): string {
  if (permalink?.startsWith('/') === true) return `${SITE}${permalink}`;
  return permalink ?? (kind === 'reel' ? `${SITE}/reel/${id}` : `${SITE}/${pageId}/videos/${id}`);
}
