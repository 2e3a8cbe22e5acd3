import { useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

/** So many accounts are shown however well they are. */
export const FEW = 4;
/** Of more than a few so many are in sight. */
const IN_SIGHT = 3;

type FoldedProps<Item> = Readonly<{
  items: readonly Item[];
  /** What is folded away, e.g. "accounts". */
  name: string;
  children: (shown: readonly Item[]) => ReactNode;
}>;

/** A list of things that are well: of many the first few, the rest on demand. */
export function Folded<Item>({ items, name, children }: FoldedProps<Item>) {
  const [open, setOpen] = useState(false);
  if (items.length <= FEW) return children(items);
  return (
    <div>
      {children(open ? items : items.slice(0, IN_SIGHT))}
      <Button
        variant="link"
        size="inline"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {open ? `Fewer ${name}` : `${String(items.length - IN_SIGHT)} more ${name}`}
      </Button>
    </div>
  );
}
