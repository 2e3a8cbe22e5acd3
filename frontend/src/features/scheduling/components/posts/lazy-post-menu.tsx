import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState, type ComponentProps } from 'react';
import { fetchAhead } from '#lib/ahead.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import type { PostMenu } from './post-menu.tsx';

const load = () => import('./post-menu.tsx');
const Loaded = lazyPart(async () => (await load()).PostMenu);

/** Looks like the button of the menu until the user clicks. The code of the menu loads with the pointer or focus, not with the page. */
export function LazyPostMenu(props: Omit<ComponentProps<typeof PostMenu>, 'defaultOpen'>) {
  const [requested, setRequested] = useState<boolean | 'keys'>(false);
  const button = (
    <Button
      variant="quiet"
      size="icon"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => {
        fetchAhead(load);
      }}
      onFocus={() => {
        fetchAhead(load);
      }}
      onClick={({ detail }) => {
        // `detail` is 0 if a key caused the click.
        setRequested(detail > 0 || 'keys');
      }}
    >
      <Ellipsis aria-hidden />
    </Button>
  );
  if (!requested) return button;
  return (
    <Part fallback={button} trouble="picture">
      <Loaded {...props} defaultOpen={requested} />
    </Part>
  );
}
