import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState, type ComponentProps } from 'react';
import { fetchAhead } from '#lib/ahead.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import type { CommentMenu } from './comment-menu.tsx';

const load = () => import('./comment-menu.tsx');
const Loaded = lazyPart(async () => (await load()).CommentMenu);

/** A button that looks like the menu's own until a user approaches it. So the first load does not contain the menu's code. */
export function LazyCommentMenu(props: Omit<ComponentProps<typeof CommentMenu>, 'defaultOpen'>) {
  const [wanted, setWanted] = useState(false);
  const near = () => {
    fetchAhead(load);
  };
  const button = (
    <Button
      variant="quiet"
      size="icon"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => {
        setWanted(true);
      }}
    >
      <Ellipsis aria-hidden />
    </Button>
  );
  if (!wanted) return button;
  return (
    <Part fallback={button} trouble="picture">
      <Loaded {...props} defaultOpen />
    </Part>
  );
}
