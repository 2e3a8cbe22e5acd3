import GripVertical from 'lucide-react/icons/grip-vertical';
import { Button } from '#ui/button.tsx';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import type { OrderedRow } from '../hooks/use-ordered-list.ts';
import type { ItemMove } from '../model/link-order.ts';

const MOVES: Readonly<Record<string, ItemMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

type MoveHandleProps = Pick<OrderedRow, 'handle' | 'onMove'> & Readonly<{ title: string }>;

/** The handle that moves a row, by dragging or with the keys. The element `move-hint` next to the list explains the keys. */
export const MoveHandle = ({ title, handle, onMove }: MoveHandleProps) => (
  <Button
    variant="quiet"
    size="icon"
    aria-label={EDITOR_TEXT.links.move(title)}
    aria-describedby="move-hint"
    className="-ml-2 cursor-grab touch-none text-muted active:cursor-grabbing"
    onKeyDown={(event) => {
      const move = MOVES[event.key];
      if (!move) return;
      event.preventDefault();
      onMove(move);
    }}
    {...handle}
  >
    <GripVertical aria-hidden />
  </Button>
);
