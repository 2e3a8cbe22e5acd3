import { eachOptionalWord, OPTIONAL_WORD_NAMES } from '@posthorn/contracts/scheduling/optional-words';
import type { EditPostRequest, PostView, PrecheckRequest } from '@posthorn/contracts/scheduling/posts.http';
import type { ComposerMediaItem } from './media-item.ts';
import { clockAt, FIELD_CHECKS, instantOf, type PostFields } from './post-fields.ts';
import { urlsOf } from './own-media.ts';
import { targetRequests } from './target-fields.ts';

type Writer = Readonly<{ zone: string; isPremium: boolean }>;
type EditedPost = Readonly<{ fields: PostFields; post: PostView }>;

/** Returns the request for a form. `before`: the post before the edit. */
export function requestOf(
  fields: PostFields,
  media: readonly ComposerMediaItem[],
  writer: Writer,
  before?: EditedPost,
): EditPostRequest {
  const { zone } = writer;
  if (fields.now) {
    const instant = new Date().toISOString();
    const { localTime } = clockAt(instant, zone);
    return { ...contentOf(fields, media, writer), scheduledFor: instant, timezone: zone, localTime };
  }
  // An unchanged time keeps its seconds, which the input does not show.
  const sameTime = before?.fields.localTime === fields.localTime && before.fields.second === fields.second;
  return {
    ...contentOf(fields, media, writer),
    scheduledFor: (sameTime ? before.post.scheduledFor : instantOf(fields, zone)) ?? '',
    timezone: zone,
    localTime: fields.localTime,
  };
}

/** Returns the request for a check by the server before sending, without the time. Null: the form itself finds a problem. */
export function precheckRequestOf(
  fields: PostFields,
  media: readonly ComposerMediaItem[],
  writer: Writer,
): PrecheckRequest | null {
  const request = contentOf(fields, media, writer);
  const results = [
    FIELD_CHECKS.content(fields.content),
    ...OPTIONAL_WORD_NAMES.map((name) => FIELD_CHECKS[name](fields[name])),
    ...request.targets.map(({ content }) => FIELD_CHECKS.ownContent(content ?? '')),
  ];
  const complete = results.every((result) => result === true);
  return complete && media.every(({ state }) => state === 'done') ? request : null;
}

const contentOf = (fields: PostFields, media: readonly ComposerMediaItem[], { isPremium }: Writer) => ({
  ...eachOptionalWord((name) => fields[name].trim()),
  content: fields.content.trim(),
  targets: targetRequests(fields.accountIds, fields.targets, urlsOf(media)),
  aiRepliesEnabled: isPremium && fields.aiRepliesEnabled,
  mediaFiles: media.flatMap(({ view, altText }) =>
    view ? [{ mediaUrl: view.mediaUrl, ...(altText.trim() && { altText: altText.trim() }) }] : [],
  ),
});
