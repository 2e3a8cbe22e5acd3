import { CALENDAR } from '@posthorn/contracts/scheduling/calendar.http';
import type { ManyPostsRequest, OnePostResult } from '@posthorn/contracts/scheduling/many-posts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { UI_TEXT } from '#ui/messages.en.ts';
import { Part } from '#ui/part.tsx';
import type { ToastMessage } from '#ui/toast-store.ts';
import { useManyPosts, useRestorePosts } from '../../api/many-posts.ts';
import { choosePosts, useChosenPosts } from '../../hooks/posts/chosen-posts.ts';
import { useFocusInList } from '../../hooks/posts/use-focus-in-list.ts';
import { endChoosing, useChoosing } from '../../hooks/posts/use-choosing.ts';
import { SEVERAL_TEXT as TEXT } from '../../messages/several.en.ts';
import { movesBack } from '../../model/posts/moves-back.ts';
import { nameOf } from '../../model/posts/post-name.ts';
import type { RefusedPosts } from './refused-posts-dialog.tsx';

// The controls of these parts are large, and most visits choose no posts.
const SeveralBar = lazyPart(async () => (await import('./several-bar.tsx')).SeveralBar);
const RefusedPostsDialog = lazyPart(
  async () => (await import('./refused-posts-dialog.tsx')).RefusedPostsDialog,
);

type SeveralPostsProps = Readonly<{ posts: readonly PostView[]; zone: string }>;

/** Lets the user choose several posts of the list and change them together. */
export function SeveralPosts({ posts, zone }: SeveralPostsProps) {
  useChoosing(posts);
  useFocusInList(posts);
  const ids = useChosenPosts();
  const chosen = posts.filter(({ id }) => ids.has(id));
  useEffect(() => {
    // A post that has left the list is no longer chosen. Without this, all cards would keep their checkboxes.
    if (chosen.length < ids.size) choosePosts(chosen.map(({ id }) => id));
  });
  const [hasChosen, setHasChosen] = useState(false);
  if (chosen.length > 0 && !hasChosen) setHasChosen(true);
  const [refused, setRefused] = useState<RefusedPosts | null>(null);
  const change = useChange(posts, (more) => {
    setRefused((shown) => ({ ...more, posts: [...(shown?.posts ?? []), ...more.posts] }));
  });
  return (
    <>
      <p role="status" className="sr-only">
        {chosen.length > 0 ? TEXT.spoken(chosen.length) : hasChosen && TEXT.ended}
      </p>
      {chosen.length > 0 && (
        <Part>
          <SeveralBar
            chosen={chosen}
            zone={zone}
            onChange={change}
            onEnd={() => {
              endChoosing(posts);
            }}
          />
        </Part>
      )}
      {refused && (
        <Part>
          <RefusedPostsDialog
            refused={refused}
            onClose={() => {
              setRefused(null);
            }}
          />
        </Part>
      )}
    </>
  );
}

/** Returns a function that sends a change. Refused posts stay chosen, except after an undo, and `onRefused` gets each with its reason. */
function useChange(posts: readonly PostView[], onRefused: (refused: RefusedPosts) => void) {
  // A deleted post has left the list when the server refuses to restore it.
  const names = useRef<ReadonlyMap<number, string>>(new Map());
  const refusedIn = (results: readonly OnePostResult[]): RefusedPosts['posts'] =>
    results
      .filter(({ ok }) => !ok)
      .map(({ id, message = '' }) => ({ id, name: names.current.get(id) ?? `#${String(id)}`, message }));
  const { mutate: restore } = useRestorePosts({
    onResults: (results) => {
      const refused = refusedIn(results);
      if (refused.length > 0) onRefused({ action: 'restore', posts: refused });
    },
    successToast: (results) => undoneToast('restore', results),
  });
  const { mutate: moveBack } = useManyPosts({
    onResults: (results, { action }) => {
      const refused = refusedIn(results);
      if (refused.length > 0) onRefused({ action, isUndo: true, posts: refused });
    },
    successToast: (results, { action }) => undoneToast(action, results),
  });
  const { mutate } = useManyPosts({
    onResults: (results, { action }) => {
      const refused = refusedIn(results);
      if (refused.length === 0) endChoosing(posts);
      else choosePosts(refused.map(({ id }) => id));
      if (refused.length > 0) onRefused({ action, posts: refused });
    },
    successToast: (results, request) => {
      const { action } = request;
      const done = results.filter(({ ok }) => ok);
      if (done.length === 0) return undefined;
      return {
        title: TEXT.done[action](done.length),
        ...(action === 'delete' && {
          undo: () => {
            restore(done.map(({ id }) => id));
          },
        }),
        ...(action === 'move' && {
          seconds: CALENDAR.undoSeconds,
          undo: () => {
            for (const back of movesBack(done, request)) moveBack(back);
          },
        }),
      };
    },
  });
  return (request: ManyPostsRequest) => {
    names.current = new Map([...names.current, ...posts.map((post) => [post.id, nameOf(post)] as const)]);
    mutate(request);
  };
}

/** The message after an undo. It names each reason once, because a user who has left the screen sees no dialog. */
function undoneToast(action: RefusedPosts['action'], results: readonly OnePostResult[]): ToastMessage {
  const refused = results.filter(({ ok }) => !ok);
  if (refused.length === 0) return { title: UI_TEXT.undone };
  const reasons = new Set(refused.map(({ message = '' }) => message));
  return {
    title: TEXT.refused[action](refused.length),
    description: [...reasons].join(' '),
    variant: 'destructive',
  };
}
