import type { DraftLine } from '@posthorn/contracts/scheduling/drafts.http';
import { eachOptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useMore } from '#lib/paged-list.ts';
import { draftsQuery } from '../../api/drafts/drafts.ts';
import { changesOfCopies, copiesOf, subscribeCopies } from '../../model/drafts/draft-copies.ts';

/** A draft in the list. `isHere`: only this browser has the draft. */
export type ListedDraft = Readonly<{ line: DraftLine; isHere: boolean }>;

/** The drafts of the user: first those that only this browser has, then those on the server. Each group is ordered by last change. */
export function useDraftList(userId: string, isWriting: boolean) {
  const list = useInfiniteQuery({ ...draftsQuery, enabled: !isWriting });
  const { data, isError } = list;
  const changes = useSyncExternalStore(subscribeCopies, changesOfCopies);
  const drafts = useMemo(() => {
    const lines = data?.pages.flatMap(({ items }) => items) ?? [];
    const copies = copiesOf(userId).filter(
      ({ id, base }) => base === null && !lines.some((line) => line.id === id),
    );
    return [
      ...copies.map(({ id, at, request, media }) => ({ line: lineOf(id, at, request, media), isHere: true })),
      ...lines.map((line) => ({ line, isHere: false })),
    ];
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the copies are read again after each change
  }, [data, userId, changes]);
  const onlyHere = drafts.filter((draft) => draft.isHere).length;
  return {
    drafts,
    total: (data?.pages[0]?.total ?? 0) + onlyHere,
    more: useMore(list),
    isLoading: !data && !isError,
    hasFailed: !data && isError,
    retry: () => void list.refetch(),
  };
}

type Copy = ReturnType<typeof copiesOf>[number];

const lineOf = (id: string, at: number, request: Copy['request'], media: Copy['media']): DraftLine => ({
  ...eachOptionalWord((name) => request[name] ?? null),
  id,
  revision: 0,
  content: request.content ?? '',
  plannedFor: request.plannedFor ?? null,
  timezone: null,
  accountIds: request.selectedAccountIds ?? [],
  aiRepliesEnabled: false,
  mediaFiles: media,
  createdAt: new Date(at).toISOString(),
  changedAt: new Date(at).toISOString(),
  device: '',
});
