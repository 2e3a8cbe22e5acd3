import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '#lib/debounced.ts';
import { historyAtQuery } from '../../api/history.ts';

/** While the user drags the slider, the post loads only after a pause. */
const DRAG_PAUSE_MS = 150;

export type PostAt = Readonly<{
  /** The number of events until the chosen time. */
  step: number;
  onStep: (step: number) => void;
  /** The chosen time, in milliseconds since 1970; null: now. */
  at: number | null;
  /** The post at the chosen time. While it loads, the previous post stays. */
  post: PostView | null;
  /** The user chose another time, and the post at this time is loading. */
  isBusy: boolean;
  /** The post at the chosen time failed to load, so `post` is null. */
  hasFailed: boolean;
}>;

/** Holds the chosen step of the history, and loads the post at this time. */
export function usePostAt({ postId, events, post }: HistoryView): PostAt {
  const [chosen, setChosen] = useState<number | null>(null);
  const step = chosen ?? events.length;
  const at = chosen === null ? null : (events[step - 1]?.at ?? null);
  const settledTime = useDebounced(at ?? '', DRAG_PAUSE_MS);
  const {
    data: historyAt,
    isPlaceholderData,
    isLoadingError,
  } = useQuery({
    ...historyAtQuery(postId, settledTime),
    enabled: settledTime !== '',
  });
  const hasFailed = at !== null && isLoadingError;
  return {
    step,
    onStep: (next) => {
      setChosen(next === events.length ? null : next);
    },
    at: at === null ? null : Date.parse(at),
    post: hasFailed ? null : at === null || !historyAt ? post : historyAt.post,
    hasFailed,
    isBusy: at !== null && (settledTime !== at || isPlaceholderData),
  };
}
