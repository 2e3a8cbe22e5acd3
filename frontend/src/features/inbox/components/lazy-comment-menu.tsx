import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState, type ComponentProps } from 'react';
import { fetchAhead } from '#lib/ahead.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import type { CommentMenu } from './comment-menu.tsx';

const load = () => import('./comment-menu.tsx');
const Loaded = lazyPart(async () => (await load()).CommentMenu);

/** Looks like the button of the menu until the user clicks. The code of the menu loads with the pointer or focus, not with the page. */
export function LazyCommentMenu(props: Omit<ComponentProps<typeof CommentMenu>, 'defaultOpen'>) {
  const [isRequested, setRequested] = useState(false);
  const loadAhead = () => {
    fetchAhead(load);
  };
  const button = (
    <Button
      variant="quiet"
      size="icon"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => {
        setRequested(true);
      }}
    >
      <Ellipsis aria-hidden />
    </Button>
  );
  if (!isRequested) return button;
  return (
    <Part fallback={button} trouble="picture">
      <Loaded {...props} defaultOpen />
    </Part>
  );
}
