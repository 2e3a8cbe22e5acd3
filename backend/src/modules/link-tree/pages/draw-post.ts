import { PLATFORM_DRAWINGS } from '@posthorn/contracts/shared/platform-drawings';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { PUBLIC_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { shownHashtags } from '@posthorn/contracts/scheduling/post-text';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { PostMedia } from '#modules/scheduling/ports/events.ts';
import type { PublicPagePost } from '../read-models/pages/public-page.ts';
import { relativeDate } from './relative-date.ts';
import { shortened } from './shortened.ts';
import { drawing } from './drawings.ts';
import { outgoingLink } from './outgoing-link.ts';

/** The maximum length of the shown text. The platform shows the whole text. */
const CONTENT_MAX = 280;
/** The size, in pixels, that the layout uses for a picture or video of unknown size. */
const DEFAULT_SIZE = { width: 480, height: 300 } as const;

export function drawPost(post: PublicPagePost, handle: string, now: Date): Html {
  const { title, content, publishedAt, media } = post;
  const hashtags = shownHashtags(post.hashtags);
  const [first] = media;
  const label = title ?? shortened(content, 60);
  const isPictureAtSide = first?.mediaType === 'image' && first.thumbnailUrl !== null;
  return markup`<li${isPictureAtSide ? markup` class="beside"` : null}><article class="card post">
${first ? markup`<div class="media">${drawMedia(first, label)}${countBadge(media)}</div>` : null}
<div class="words" dir="auto">
${title === null ? null : markup`<h3>${title}</h3>`}
${content === '' ? null : markup`<p>${shortened(content, CONTENT_MAX)}</p>`}
${hashtags === null ? null : markup`<p class="tags">${hashtags}</p>`}
<div class="meta"><time datetime="${publishedAt}">${relativeDate(new Date(publishedAt), now).text}</time><ul>${places(post, handle)}</ul></div>
</div></article></li>`;
}

function drawMedia(
  { mediaType, mediaUrl, thumbnailUrl, width, height, altText }: PostMedia,
  label: string,
): Html {
  const size = markup`width="${String(width ?? DEFAULT_SIZE.width)}" height="${String(height ?? DEFAULT_SIZE.height)}"`;
  if (mediaType === 'image')
    return markup`<img src="${thumbnailUrl ?? mediaUrl}" ${size} alt="${altText ?? ''}" loading="lazy" decoding="async">`;
  // The preview is the frame at two seconds, because the first frame is often black.
  return markup`<video src="${mediaUrl}#t=2" ${size} controls playsinline preload="metadata" aria-label="${altText ?? label}"></video>`;
}

const countBadge = (media: readonly PostMedia[]): Html | null =>
  media.length > 1 ? markup`<span class="count" aria-hidden="true">1/${String(media.length)}</span>` : null;

/** Returns one link for each platform. If a post is on two accounts of a platform, the link leads to the first of these with a URL. */
function places({ places: all }: PublicPagePost, handle: string): Html[] {
  const byPlatform = new Map<Platform, string | null>();
  for (const { platform, address } of all) byPlatform.set(platform, byPlatform.get(platform) ?? address);
  return [...byPlatform].map(([platform, address]) => {
    const content = drawing(PLATFORM_DRAWINGS[platform]);
    const name = PUBLIC_PAGE_TEXT.postOn(PLATFORM_NAMES[platform]);
    return address === null
      ? markup`<li role="img" aria-label="${name}">${content}</li>`
      : markup`<li>${outgoingLink({ handle, address, content, label: name })}</li>`;
  });
}
