import { audienceIn, hasWarning, isForEveryone } from '@posthorn/contracts/integrations/audience';
import { shownHashtags } from '@posthorn/contracts/scheduling/post-text';
import type { PublicPostView } from '@posthorn/contracts/scheduling/public-posts.http';
import type { MediaRef } from '../../domain/post/post.ts';
import { contentOf } from './post-view.ts';
import type { TargetRow } from './target-row.ts';
import type { PublicPostRow } from './public-post-rows.ts';

/**
 * A post as every visitor sees it, without its figures. It shows the text and files that at least one account
 * received. If every account has its own content, the content of the post was never published.
 */
export function publicPostView(row: PublicPostRow): Omit<PublicPostView, 'likes' | 'comments' | 'shares'> {
  const published = row.targets.filter((target) => {
    const options = contentOf(row.own, target.accountId)?.options ?? {};
    const isShown = isForEveryone(target.platform, audienceIn(options)) && !hasWarning(options);
    return isPublished(target) && !target.limited && isShown;
  });
  const ownContents = published.map(({ accountId }) => contentOf(row.own, accountId));
  const shown = ownContents.some((own) => !own || (own.content === null && !own.mediaUrls))
    ? undefined
    : ownContents[0];
  return {
    id: row.post_id,
    content: shown?.content ?? row.content,
    hashtags: shownHashtags(row.hashtags),
    media: firstFile(row.media, shown?.mediaUrls ?? null),
    publishedAt: published.flatMap(({ publishedAt }) => publishedAt ?? []).sort()[0] ?? row.scheduled_for,
    platforms: [...new Set(published.map(({ platform }) => platform))],
  };
}

const isPublished = ({ status, deletion }: TargetRow): boolean =>
  status === 'posted' && deletion?.state !== 'deleted';

/** The first file. `chosen`: the own selection of an account; null: all files. */
function firstFile(media: readonly MediaRef[], chosen: readonly string[] | null): PublicPostView['media'] {
  const file = chosen ? media.find(({ mediaUrl }) => mediaUrl === chosen[0]) : media[0];
  if (!file) return null;
  const { mediaUrl, mediaType, thumbnailUrl, altText } = file;
  return { mediaUrl, mediaType, thumbnailUrl, altText };
}
