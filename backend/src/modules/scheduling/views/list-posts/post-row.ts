import { searchText } from '@posthorn/contracts/scheduling/post-search';
import type { PostStatus } from '@posthorn/contracts/scheduling/posts.http';
import { assertNever } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import {
  draftOf,
  postStream,
  timingOf,
  type MediaRef,
  type PostEvent,
  type TargetContent,
} from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { foldTarget, needsOwner, newTarget, type TargetRow } from './target-row.ts';

/** One post as lists show it. Names of accounts belong to Integrations and are added when it is read. */
export type PostRow = Readonly<{
  post_id: number;
  /** Of the last event of its own stream, not of its publications'. */
  revision: number;
  owner_id: string;
  state: 'scheduled' | 'publishing' | 'deleted' | 'archived';
  /** A target waits for something: the post counts as scheduled. */
  open: boolean;
  /** What lists call it. */
  status: PostStatus;
  content: string;
  title: string | null;
  hashtags: string | null;
  /** Its words as a search compares them: the rules of a database for upper and lower case depend on its locale. */
  search_text: string;
  media: readonly MediaRef[];
  ai_replies: boolean;
  scheduled_for: string;
  timezone: string | null;
  targets: readonly TargetRow[];
  /** Texts, choices and files of single accounts. They may be longer than the rest of many posts, so lists leave them out. */
  own: readonly TargetContent[];
  has_own: boolean;
  created_at: string;
  /** On one account at least. */
  has_failed: boolean;
  /** Something of it stands still until its owner has done something. */
  needs_owner: boolean;
}>;

/** A row as lists read it: without the words that only queries compare, and without `own` unless the list is asked for it. */
export type ListedPostRow = Omit<PostRow, 'search_text' | 'own'> & Partial<Pick<PostRow, 'own'>>;

export type PostListEvent = PostEvent | PublicationEvent;

/** What an event makes of the row of its post. Events about a post that was never scheduled make none. */
export function foldPost(row: PostRow | undefined, event: LoggedEvent<PostListEvent>): PostRow | undefined {
  if (event.type === 'PostScheduled') return row ?? newRow(event);
  if (!row) return undefined;
  const revision = event.category === postStream.category ? Number(event.revision) : row.revision;
  return withStatus({ ...changed(row, event), revision });
}

function newRow({
  data,
  meta,
  revision,
}: Extract<LoggedEvent<PostListEvent>, { type: 'PostScheduled' }>): PostRow {
  return {
    post_id: data.postId,
    revision: Number(revision),
    owner_id: data.ownerId,
    state: 'scheduled',
    open: true,
    status: 'scheduled',
    ...words(data),
    ...time(data),
    targets: data.targets.map(newTarget),
    created_at: meta.at,
    has_failed: false,
    needs_owner: false,
  };
}

function changed(
  row: PostRow,
  event: Exclude<LoggedEvent<PostListEvent>, { type: 'PostScheduled' }>,
): PostRow {
  switch (event.type) {
    case 'PostEdited':
      return unwarned({ ...row, ...words(event.data) });
    case 'PostRescheduled':
    case 'ScheduleRecomputed':
      return unwarned({ ...row, ...time(event.data) });
    case 'PostCancelled':
      return { ...row, state: 'deleted' };
    case 'PostArchived':
      return { ...row, state: 'archived' };
    case 'PostRestored':
      return { ...row, state: row.state === 'deleted' ? 'scheduled' : 'publishing' };
    case 'PostPublishingStarted':
      return { ...row, state: 'publishing' };
    case 'PublishPrepared':
    case 'PublishAttemptStarted':
    case 'PublishAccepted':
    case 'PlatformPublished':
    case 'DuplicateDetected':
    case 'DuplicateSearchEnded':
    case 'PlatformPublishFailed':
    case 'PlatformPublishUnknown':
    case 'PublishLookedUp':
    case 'PublishPostponed':
    case 'PublishAttemptNotStarted':
    case 'PublishRetryRequested':
    case 'PublicationCancelled':
    case 'PublicationWarned':
    case 'PublicationResumed':
    case 'RemoteDeletionRequested':
    case 'RemoteDeletionAttempted':
    case 'RemotePostDeleted':
    case 'RemoteDeletionFailed':
    case 'RemoteDeletionPostponed':
    case 'CoverRequested':
    case 'CoverAttempted':
    case 'CoverSet':
    case 'CoverFailed':
    case 'CoverPostponed': {
      const { accountId } = event.data;
      const targets = row.targets.map((target) =>
        target.accountId === accountId ? foldTarget(target, event, event.meta.at) : target,
      );
      return { ...row, targets };
    }
    default:
      return assertNever(event);
  }
}

/** What was warned of was seen on the post as it was. */
const unwarned = (row: PostRow): PostRow => ({
  ...row,
  targets: row.targets.map((target) => ({ ...target, warning: null })),
});

const words = (data: Parameters<typeof draftOf>[0]) => {
  const { content, title, hashtags, media, aiRepliesEnabled, perTarget: own } = draftOf(data);
  const search_text = searchText({ title, content, hashtags });
  return {
    content,
    title,
    hashtags,
    search_text,
    media,
    ai_replies: aiRepliesEnabled,
    own,
    has_own: own.length > 0,
  };
};

const time = (data: Parameters<typeof timingOf>[0]) => {
  const { scheduledFor, timezone } = timingOf(data);
  return { scheduled_for: scheduledFor, timezone };
};

const withStatus = (row: PostRow): PostRow => {
  const waits = row.targets.some(({ status }) => status !== 'posted' && status !== 'failed');
  const open = waits && (row.state === 'scheduled' || row.state === 'publishing');
  return {
    ...row,
    open,
    status: open ? 'scheduled' : statusOf(row.targets),
    has_failed: row.targets.some(({ status }) => status === 'failed'),
    needs_owner: row.targets.some(needsOwner),
  };
};

/** Once nothing is open. A post that was taken away before it was sent is neither posted nor failed. */
function statusOf(targets: readonly TargetRow[]): PostStatus {
  if (targets.some(({ status }) => status === 'posted')) return 'posted';
  return targets.every(({ status }) => status === 'failed') ? 'failed' : 'scheduled';
}
