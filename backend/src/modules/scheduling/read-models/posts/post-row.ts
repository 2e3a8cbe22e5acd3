import { eachOptionalWord, optionalWordsOf } from '@posthorn/contracts/scheduling/optional-words';
import { searchText } from '@posthorn/contracts/scheduling/post-search';
import type { PostStatus } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { folding } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { column, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import {
  bodyOf,
  postStream,
  timingOf,
  type MediaRef,
  type PostEvent,
  type TargetContent,
} from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { foldTarget, needsOwner, newTarget, TARGET_TYPES, type TargetRow } from './target-row.ts';

/** The account of a target, and its platform. */
export type AccountOfTarget = readonly [accountId: number, platform: Platform];

/** These columns are `json`, not `jsonb`, because statements rarely read their parts, and lists are long. */
export const POST = rowTable('scheduling_post', 'post_id', {
  post_id: 'bigint not null',
  /** The revision of the post's stream. Events of its publications do not count. */
  revision: 'bigint not null',
  owner_id: 'text not null',
  state: column<'scheduled' | 'publishing' | 'deleted' | 'archived'>('text not null'),
  /** At least one target has not ended, so the post counts as scheduled. */
  open: 'boolean not null',
  /** The status that lists show. */
  status: column<PostStatus>('text not null'),
  content: 'text not null',
  ...eachOptionalWord(() => 'text' as const),
  /**
   * The texts in lower case, for searches. The product converts the case, because the database does this by
   * its locale.
   */
  search_text: 'text not null',
  media: column<readonly MediaRef[]>('json not null'),
  ai_replies: 'boolean not null',
  scheduled_for: 'timestamptz not null',
  timezone: 'text',
  targets: column<readonly TargetRow[]>('json not null'),
  /** The accounts of `targets`. A calendar reads thousands of rows, and targets are long. */
  accounts: column<readonly AccountOfTarget[]>('json not null'),
  /** Texts, options and files of single accounts. They may be long, so lists leave them out. */
  own: column<readonly TargetContent[]>('json not null'),
  has_own: 'boolean not null',
  created_at: 'timestamptz not null',
  /** The post failed on at least one account. */
  has_failed: 'boolean not null',
  /** At least one target waits until the owner acts. */
  needs_owner: 'boolean not null',
});
/**
 * The row of one post. It does not contain account names, which belong to Integrations and are added when the
 * row is read.
 */
export type PostRow = RowOf<typeof POST>;

/**
 * The columns that lists read: without the search text and the accounts, and without `own` unless the list
 * needs it.
 */
export type ListedPostRow = Omit<PostRow, 'search_text' | 'accounts' | 'own'> & Partial<Pick<PostRow, 'own'>>;

export type PostListEvent = PostEvent | PublicationEvent;

/** The row of a post after an event. Events of a post that was never scheduled add no row. */
export function foldPost(row: PostRow | undefined, event: LoggedEvent<PostListEvent>): PostRow | undefined {
  if (event.type === 'PostScheduled') return row ?? newRow(event);
  if (!row) return undefined;
  const revision = event.category === postStream.category ? Number(event.revision) : row.revision;
  return withStatus({
    ...(isOfTarget(event) ? withTarget(row, event) : foldPostEvent(row, event)),
    revision,
  });
}

const isOfTarget = (event: LoggedEvent<PostListEvent>): event is LoggedEvent<PublicationEvent> =>
  'accountId' in event.data;

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
    ...textColumns(data),
    ...timeColumns(data),
    ...targetColumns(data.targets.map(newTarget)),
    created_at: meta.at,
    has_failed: false,
    needs_owner: false,
  };
}

const foldPostEvent = folding<PostRow, PostListEvent>({
  PostEdited: (row, { data }) => withoutWarnings({ ...row, ...textColumns(data) }),
  PublishedPostEdited: (row, { data: { title, aiRepliesEnabled } }) => {
    const edited = { ...row, title, ai_replies: aiRepliesEnabled };
    return { ...edited, search_text: searchText(edited) };
  },
  PostTargetsChanged: (row, { data }) =>
    withoutWarnings({
      ...row,
      ...targetColumns(
        data.targets.map(
          (target) =>
            row.targets.find(({ accountId }) => accountId === target.accountId) ?? newTarget(target),
        ),
      ),
    }),
  PostRescheduled: (row, { data }) => withoutWarnings({ ...row, ...timeColumns(data) }),
  ScheduleRecomputed: (row, { data }) => withoutWarnings({ ...row, ...timeColumns(data) }),
  PostCancelled: (row) => ({ ...row, state: 'deleted' }),
  PostArchived: (row) => ({ ...row, state: 'archived' }),
  PostRestored: (row) => ({ ...row, state: row.state === 'deleted' ? 'scheduled' : 'publishing' }),
  PostPublishingStarted: (row) => ({ ...row, state: 'publishing' }),
});

/** The types of events that change a row. */
export const POST_TYPES: readonly PostListEvent['type'][] = [
  'PostScheduled',
  ...foldPostEvent.types,
  ...TARGET_TYPES,
];

function withTarget(row: PostRow, event: LoggedEvent<PublicationEvent>): PostRow {
  const { accountId } = event.data;
  const targets = row.targets.map((target) =>
    target.accountId === accountId ? foldTarget(target, event, event.meta.at) : target,
  );
  return { ...row, targets };
}

const targetColumns = (targets: readonly TargetRow[]): Pick<PostRow, 'targets' | 'accounts'> => ({
  targets,
  accounts: targets.map(({ accountId, platform }) => [accountId, platform]),
});

/** A change ends the warnings, because they concerned the post before the change. */
const withoutWarnings = (row: PostRow): PostRow => ({
  ...row,
  targets: row.targets.map((target) => ({ ...target, warning: null })),
});

const textColumns = (data: Parameters<typeof bodyOf>[0]) => {
  const body = bodyOf(data);
  const { content, media, aiRepliesEnabled, perTarget: own } = body;
  return {
    content,
    ...optionalWordsOf(body),
    search_text: searchText(body),
    media,
    ai_replies: aiRepliesEnabled,
    own,
    has_own: own.length > 0,
  };
};

const timeColumns = (data: Parameters<typeof timingOf>[0]) => {
  const { scheduledFor, timezone } = timingOf(data);
  return { scheduled_for: scheduledFor, timezone };
};

const withStatus = (row: PostRow): PostRow => {
  const hasOpenTarget = row.targets.some(({ status }) => status !== 'posted' && status !== 'failed');
  const open = hasOpenTarget && (row.state === 'scheduled' || row.state === 'publishing');
  return {
    ...row,
    open,
    status: open ? 'scheduled' : statusOf(row.targets),
    has_failed: row.targets.some(({ status }) => status === 'failed'),
    needs_owner: row.targets.some(needsOwner),
  };
};

/**
 * The status when no target is open. A post that was deleted before publishing is neither posted nor failed,
 * so it counts as scheduled.
 */
function statusOf(targets: readonly TargetRow[]): PostStatus {
  if (targets.some(({ status }) => status === 'posted')) return 'posted';
  return targets.every(({ status }) => status === 'failed') ? 'failed' : 'scheduled';
}
