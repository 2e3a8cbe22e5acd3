import type { FacebookRefs } from './refs.ts';

const SITE = 'https://www.facebook.com';

export const addressOfPost = (id: string): string => `${SITE}/${id}`;

/** The public address of a video. Facebook may return addresses without its host. */
export function addressOfVideo(
  pageId: string,
  { id, kind }: NonNullable<FacebookRefs['video']>,
  permalink: string | null,
): string {
  if (permalink?.startsWith('/') === true) return `${SITE}${permalink}`;
  return permalink ?? (kind === 'reel' ? `${SITE}/reel/${id}` : `${SITE}/${pageId}/videos/${id}`);
}
