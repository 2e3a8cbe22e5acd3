import type { EditPostRequest, PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { MediaItem } from './media-uploads.ts';
import { targetRequests } from './target-fields.ts';
import { instantOf, type PostFields } from './post-fields.ts';

type Writer = Readonly<{ zone: string; isPremium: boolean }>;
type Before = Readonly<{ fields: PostFields; post: PostView }>;

/** What is sent for a form; `before` is the post that is being edited. */
export function requestOf(
  fields: PostFields,
  media: readonly MediaItem[],
  { zone, isPremium }: Writer,
  before?: Before,
): EditPostRequest {
  // The input knows minutes only: a time nobody touched keeps its seconds.
  const sameTime = before?.fields.localTime === fields.localTime && before.fields.second === fields.second;
  return {
    title: fields.title.trim(),
    content: fields.content.trim(),
    hashtags: fields.hashtags.trim(),
    scheduledFor: (sameTime ? before.post.scheduledFor : instantOf(fields, zone)) ?? '',
    timezone: zone,
    localTime: fields.localTime,
    targets: targetRequests(fields.accountIds, fields.targets),
    aiRepliesEnabled: isPremium && fields.aiRepliesEnabled,
    mediaFiles: media.flatMap(({ view, altText }) =>
      view ? [{ mediaUrl: view.mediaUrl, ...(altText.trim() && { altText: altText.trim() }) }] : [],
    ),
  };
}
