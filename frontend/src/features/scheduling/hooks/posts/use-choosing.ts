import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { MANY_POSTS } from '@posthorn/contracts/scheduling/many-posts.http';
import { useEffect, useMemo, useRef } from 'react';
import { focusedLine, focusLine } from '#lib/focus-line.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { toast } from '#ui/toast-store.ts';
import { SEVERAL_TEXT } from '../../messages/several.en.ts';
import { chosenPosts, choosePosts } from './chosen-posts.ts';

const PRESS_MS = 500;
const MOVED_PX = 10;
const CONTROLS = 'button, a, input, label, summary, video';
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

/** Lets the user choose posts. The key `x` chooses the focused post, a long press the touched post. A click with Shift chooses all posts
 * up to the clicked post. While posts are chosen, each click or tap on a card chooses or removes it. Escape and leaving the screen end
 * the choice.
 */
export function useChoosing(posts: readonly PostView[]): void {
  const latestPosts = useRef(posts);
  useEffect(() => {
    latestPosts.current = posts;
  });
  /** The post that was chosen last. A range begins at this post. */
  const last = useRef<number | null>(null);
  const choose = useMemo(
    () => (index: number, isRange: boolean) => {
      const id = latestPosts.current[index]?.id;
      if (id === undefined) return;
      const before = chosenPosts();
      const from = isRange ? latestPosts.current.findIndex((post) => post.id === last.current) : -1;
      const range = latestPosts.current
        .slice(Math.min(from, index), Math.max(from, index) + 1)
        .map((post) => post.id);
      last.current = id;
      if (from >= 0 && before.size > 0) chooseUpToLimit([...before, ...range]);
      else if (before.has(id) && !isRange) choosePosts([...before].filter((each) => each !== id));
      else chooseUpToLimit([...before, id]);
    },
    [],
  );
  useShortcuts(
    useMemo(
      () => ({
        x: () => {
          const index = focusedLine();
          if (index === null) return;
          // While posts are chosen, a card has no other buttons, so the card itself takes the focus.
          focusLine(index);
          choose(index, false);
        },
      }),
      [choose],
    ),
  );
  useEffect(
    () =>
      listen(choose, () => {
        endChoosing(latestPosts.current);
      }),
    [choose],
  );
  useEffect(
    () => () => {
      choosePosts([]);
    },
    [],
  );
}

/** Ends the choice. If no card has the focus, focuses the first chosen post. */
export function endChoosing(posts: readonly PostView[]): void {
  const chosen = chosenPosts();
  const first = posts.findIndex(({ id }) => chosen.has(id));
  choosePosts([]);
  if (first >= 0 && focusedLine() === null) focusLine(first);
}

function chooseUpToLimit(ids: readonly number[]): void {
  const all = [...new Set(ids)];
  const { idsMax } = MANY_POSTS;
  if (all.length > idsMax) toast({ title: SEVERAL_TEXT.most(idsMax), description: SEVERAL_TEXT.mostHint });
  choosePosts(all.slice(0, idsMax));
}

type Choose = (index: number, isRange: boolean) => void;

function listen(choose: Choose, end: () => void): () => void {
  const removers: (() => void)[] = [];
  let pressed: Readonly<{ x: number; y: number; timer: number }> | null = null;
  /** A long press has chosen a post. The handler ignores the click that may follow. */
  let wasLongPress = false;
  const release = () => {
    if (pressed) window.clearTimeout(pressed.timer);
    pressed = null;
  };
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    act: (event: DocumentEventMap[Name]) => void,
    capture = true,
  ) => {
    document.addEventListener(name, act, { capture });
    removers.push(() => {
      document.removeEventListener(name, act, { capture });
    });
  };
  on('click', (event) => {
    const index = cardAt(event.target);
    const isChoosing = event.shiftKey || wasLongPress || chosenPosts().size > 0;
    if (index === null || !isChoosing) return;
    // Stops the click, so that the card does not open its details.
    event.preventDefault();
    event.stopPropagation();
    if (!wasLongPress) choose(index, event.shiftKey);
    wasLongPress = false;
  });
  on('mousedown', (event) => {
    // Without this, a click with Shift selects text.
    if (event.shiftKey && cardAt(event.target) !== null) event.preventDefault();
  });
  on('pointerdown', (event) => {
    release();
    wasLongPress = false;
    const index = cardAt(event.target);
    if (event.pointerType !== 'touch' || !event.isPrimary || index === null) return;
    const timer = window.setTimeout(() => {
      wasLongPress = true;
      choose(index, false);
    }, PRESS_MS);
    pressed = { x: event.clientX, y: event.clientY, timer };
  });
  on('pointermove', ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > MOVED_PX) release();
  });
  on('pointerup', release);
  on('pointercancel', release);
  on('contextmenu', (event) => {
    if ((pressed ?? wasLongPress) && cardAt(event.target) !== null) event.preventDefault();
  });
  on(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || chosenPosts().size === 0) return;
      if (document.querySelector(OVERLAYS)) return;
      event.preventDefault();
      end();
    },
    false,
  );
  return () => {
    release();
    removers.forEach((remove) => {
      remove();
    });
  };
}

/** Returns the index of the card that contains the target; null: no card, or a control of a card. */
function cardAt(target: EventTarget | null): number | null {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return null;
  const item = target.closest('[data-row]')?.closest('li[data-index]');
  return item instanceof HTMLElement ? Number(item.dataset['index']) : null;
}
