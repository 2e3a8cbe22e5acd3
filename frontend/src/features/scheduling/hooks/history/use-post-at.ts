import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '#lib/debounced.ts';
import { historyAtQuery } from '../../api/history.ts';

/** While the user drags the slider, the post loads only when they pause. */
const DRAG_PAUSE_MS = 150;

export type PostAt = Readonly<{
  /** Number of steps that have happened at the chosen time. */
  step: number;
  onStep: (step: number) => void;
  /** The chosen time, in milliseconds since 1970; null: now. */
  at: number | null;
  /** The post at that time; the shown post stays until it is loaded. */
  post: PostView | null;
  /** Another time was chosen, and its post is loading. */
  isBusy: boolean;
}>;

/** Moves through the time of a post, and loads the post at that time. */
export function usePostAt({ postId, events, post }: HistoryView): PostAt {
  const [chosen, choose] = useState<number | null>(null);
  const step = chosen ?? events.length;
  const at = chosen === null ? null : (events[step - 1]?.at ?? null);
  const settled = useDebounced(at ?? '', DRAG_PAUSE_MS);
  const { data: then, isPlaceholderData } = useQuery({
    ...historyAtQuery(postId, settled),
    enabled: settled !== '',
  });
  return {
    step,
    onStep: (next) => {
      choose(next === events.length ? null : next);
    },
    at: at === null ? null : Date.parse(at),
    post: at === null || !then ? post : then.post,
    isBusy: at !== null && (settled !== at || isPlaceholderData),
  };
}
