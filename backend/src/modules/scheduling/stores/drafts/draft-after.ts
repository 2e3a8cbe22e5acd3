import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import {
  OPTIONAL_WORD_NAMES,
  type OptionalWordsRequest,
} from '@posthorn/contracts/scheduling/optional-words';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { completedTargets } from '../../domain/post/target-content.ts';
import { localTimeOf } from '../../read-models/posts/chosen-time.ts';

/** The whole content of a draft after a change. What the change leaves out stays as it is. */
export function draftAfter(draft: DraftView, change: SaveDraftRequest): SaveDraftRequest {
  const { selectedAccountIds, mediaFiles } = change;
  return {
    content: change.content ?? draft.content,
    ...wordsAfter(draft, change),
    aiRepliesEnabled: change.aiRepliesEnabled ?? draft.aiRepliesEnabled,
    selectedAccountIds: selectedAccountIds ?? draft.selectedAccountIds,
    mediaFiles:
      mediaFiles ??
      draft.mediaFiles.map(({ mediaUrl, altText }) => ({ mediaUrl, ...(altText && { altText }) })),
    targets: targetsAfter(draft, change),
    ...timeAfter(draft, change),
  };
}

const wordsAfter = (draft: DraftView, change: SaveDraftRequest): OptionalWordsRequest =>
  Object.fromEntries(
    OPTIONAL_WORD_NAMES.flatMap((name) => {
      const word = change[name] ?? draft[name];
      return word === null ? [] : [[name, word] as const];
    }),
  );

/** Accounts that the change deselects lose their own content, and accounts lose files that the change removes. */
function targetsAfter(
  draft: DraftView,
  { selectedAccountIds: ids, mediaFiles: files, targets = [] }: SaveDraftRequest,
): readonly TargetRequest[] {
  const kept = draft.targets
    .filter(({ accountId }) => ids === undefined || ids.includes(accountId))
    .map((own) =>
      files && own.mediaUrls
        ? { ...own, mediaUrls: own.mediaUrls.filter((url) => files.some(({ mediaUrl }) => mediaUrl === url)) }
        : own,
    );
  const byAccount = [...kept, ...completedTargets(targets, kept)].map((own) => [own.accountId, own] as const);
  return [...new Map(byAccount).values()];
}

/** The zone stays. A new time without a local time gets that of the zone. */
function timeAfter(
  draft: DraftView,
  { plannedFor = draft.plannedFor, timezone = draft.timezone ?? undefined, localTime }: SaveDraftRequest,
): Pick<SaveDraftRequest, 'plannedFor' | 'timezone' | 'localTime'> {
  const zone = timezone === undefined ? {} : { timezone };
  if (localTime !== undefined) return { plannedFor, ...zone, localTime };
  if (plannedFor === null || timezone === undefined) return { plannedFor, ...zone };
  const instant = new Date(plannedFor);
  const isSame = instant.toISOString() === draft.plannedFor && timezone === draft.timezone;
  const kept = isSame ? draft.localTime : localTimeOf(instant, timezone);
  return { plannedFor, ...zone, ...(kept !== null && { localTime: kept }) };
}
