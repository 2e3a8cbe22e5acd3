import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { optionalWordsOf } from '@posthorn/contracts/scheduling/optional-words';
import type {
  PostView,
  TargetProblem,
  TargetStatus,
  TargetView,
} from '@posthorn/contracts/scheduling/posts.http';
import {
  coverProblemText,
  deletionProblemText,
  problemText,
  problemVariant,
} from '@posthorn/contracts/scheduling/target-problems';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { platformWords } from '@posthorn/contracts/shared/publication-reasons';
import type { MediaRef, TargetContent } from '../../domain/post/post.ts';
import type { ListedPostRow } from './post-row.ts';
import type { TargetRow } from './target-row.ts';

/** The names of accounts by account id. */
export type AccountNamesById = ReadonlyMap<number, string>;

/** From least to most finished. Of several accounts on one platform, the least finished status is shown. */
const LEAST_FINISHED: readonly TargetStatus[] = ['unknown', 'publishing', 'scheduled', 'failed', 'posted'];

/**
 * A post as its owner sees it. `brief`: single accounts have own content, but the row was read without `own`.
 */
export function postView(row: ListedPostRow, names: AccountNamesById): PostView {
  const { targets } = row;
  const selectedPlatforms = [...new Set(targets.map(({ platform }) => platform))];
  return {
    id: row.post_id,
    revision: row.revision,
    userId: row.owner_id,
    content: row.content,
    ...optionalWordsOf(row),
    mediaUrl: row.media[0]?.mediaUrl ?? null,
    scheduledFor: row.scheduled_for,
    timezone: row.timezone,
    status: row.status,
    attention: row.needs_owner,
    publishing: row.state === 'publishing' && row.open,
    platform: selectedPlatforms[0] ?? null,
    selectedPlatforms,
    selectedAccountIds: targets.map(({ accountId }) => accountId),
    platformStatuses: statusesOf(targets),
    targets: targets.map((target) => targetView(target, names, row.own)),
    brief: row.has_own && row.own === undefined,
    aiRepliesEnabled: row.ai_replies,
    mediaFiles: row.media.map(mediaView),
    createdAt: row.created_at,
  };
}

function statusesOf(targets: readonly TargetRow[]): Partial<Record<Platform, TargetStatus>> {
  const statuses: Partial<Record<Platform, TargetStatus>> = {};
  for (const { platform, status } of targets) {
    const other = statuses[platform] ?? status;
    statuses[platform] =
      LEAST_FINISHED.find((candidate) => candidate === status || candidate === other) ?? status;
  }
  return statuses;
}

export function targetView(
  target: TargetRow,
  names: AccountNamesById,
  own: readonly TargetContent[] = [],
): TargetView {
  const { accountId, platform, status, remoteId, publishedAt, attempts } = target;
  const { content = null, options = {}, mediaUrls = null } = contentOf(own, accountId) ?? {};
  const { nextAttemptAt, waitsSince, warning, lookUntil, problem, deletion, duplicates } = target;
  return {
    accountId,
    platform,
    content,
    options,
    status,
    remoteId,
    publishedAt,
    attempts,
    mediaUrls,
    nextAttemptAt,
    waitsSince,
    warning,
    lookUntil,
    duplicates: duplicates.map((copy) => ({
      remoteId: copy.remoteId,
      permalink: copy.deletion?.state === 'deleted' ? null : copy.permalink,
      remoteDeletion: copy.deletion?.state ?? null,
      remoteDeletionProblem: deletionProblem(copy.deletion),
    })),
    // A deleted post has no page to link to.
    permalink: deletion?.state === 'deleted' ? null : target.permalink,
    remoteDeletion: deletion?.state ?? null,
    remoteDeletionProblem: deletionProblem(deletion),
    coverProblem: target.coverProblem ? coverProblemView(target.coverProblem) : null,
    accountName: names.get(target.accountId) ?? target.platform,
    problem: problem && problemView(problem),
  };
}

/** With `values`, the stored words are a sentence of Posthorn. So they are the message, and not a quotation of the platform. */
function problemView({ code, kind, words, ...details }: NonNullable<TargetRow['problem']>): TargetProblem {
  const message = problemText(code, kind);
  return details.values
    ? { code, ...details, message: words ?? message, words: null }
    : { code, ...problemVariant(code, kind), message, words: platformWords(code, words) };
}

/** The own content of an account; undefined: it has none. */
export const contentOf = (own: readonly TargetContent[], accountId: number): TargetContent | undefined =>
  own.find((candidate) => candidate.accountId === accountId);

function deletionProblem(deletion: TargetRow['deletion']): TargetView['remoteDeletionProblem'] {
  if (!deletion || deletion.code === null) return null;
  const { code, words } = deletion;
  const message = deletionProblemText(code, deletion.state === 'failed');
  return { code, message, words: platformWords(code, words) };
}

const coverProblemView = ({ code, words }: NonNullable<TargetRow['coverProblem']>): TargetProblem => ({
  code,
  message: coverProblemText(code),
  words: platformWords(code, words),
});

export function mediaView(file: MediaRef, order: number): MediaFileView {
  const { mediaUrl, thumbnailUrl, mediaType, mimeType, width, height, durationSeconds } = file;
  const { bytes: mediaSize, originalName, altText } = file;
  const shown = { mediaUrl, thumbnailUrl, mediaType, mimeType, width, height, durationSeconds };
  return { ...shown, originalName, altText, mediaSize, order };
}
