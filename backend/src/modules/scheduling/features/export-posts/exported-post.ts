import { optionalWordsOf } from '@posthorn/contracts/scheduling/optional-words';
import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import { entriesOf, type StoryEvent } from '../show-history/history-entry.ts';
import type { PostRow } from '../../read-models/posts/post-row.ts';
import { targetView, type AccountNamesById } from '../../read-models/posts/post-view.ts';

/**
 * The exported form of a post; `EXPORTED_POST` is its schema. `events`: all events of the post and its
 * publications, in log order.
 */
export const exportedPost = (
  row: PostRow,
  events: readonly StoryEvent[],
  names: AccountNamesById,
): JsonObject => ({
  id: row.post_id,
  state: row.state,
  status: row.status,
  createdAt: row.created_at,
  content: row.content,
  ...optionalWordsOf(row),
  scheduledFor: row.scheduled_for,
  timezone: row.timezone,
  automaticReplies: row.ai_replies,
  media: row.media.map(({ mediaUrl, originalName, mimeType, altText }) => ({
    file: fileOf(mediaUrl),
    originalName,
    mimeType,
    altText,
  })),
  targets: row.targets.map((target) => exportedTarget(targetView(target, names, row.own))),
  history: entriesOf(events, row.owner_id, names, new Map()).map(({ at, type, actor, summary, data }) => ({
    at,
    type,
    by: actor.kind,
    summary,
    // Events are JSON by convention, but the type of `Event` does not say so.
    data: data as JsonObject,
  })),
});

function exportedTarget(view: TargetView): JsonObject {
  const { accountId, platform, accountName, content, options, mediaUrls, ...target } = view;
  const { status, publishedAt, remoteId, permalink, attempts, problem, duplicates } = target;
  return {
    accountId,
    platform,
    accountName,
    content,
    options: { ...options },
    media: mediaUrls && mediaUrls.map(fileOf),
    status,
    publishedAt,
    remoteId,
    permalink,
    attempts,
    problem: problem && { code: problem.code, message: problem.message, words: problem.words },
    duplicates: duplicates.map((copy) => ({ remoteId: copy.remoteId, permalink: copy.permalink })),
  };
}

/** The path of a file in the archive. A URL of another server stays unchanged. */
const fileOf = (mediaUrl: string): string => {
  const name = nameIn(mediaUrl);
  return name === null ? mediaUrl : `media/${name}`;
};
