import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import { MenuItem } from '#ui/menu.tsx';
import type { OrderedRow } from '../hooks/use-ordered-list.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';

const MOVES = [
  { move: 'up', Icon: ArrowUp },
  { move: 'down', Icon: ArrowDown },
  { move: 'first', Icon: ArrowUpToLine },
  { move: 'last', Icon: ArrowDownToLine },
] as const;

export type MoveItemsProps = Pick<OrderedRow, 'isFirst' | 'isLast' | 'onMove'>;

/** The menu items that move a row. */
export const MoveItems = ({ isFirst, isLast, onMove }: MoveItemsProps) =>
  MOVES.map(({ move, Icon }) => (
    <MenuItem
      key={move}
      disabled={move === 'up' || move === 'first' ? isFirst : isLast}
      onSelect={() => {
        onMove(move);
      }}
    >
      <Icon aria-hidden />
      {EDITOR_TEXT.links[move]}
    </MenuItem>
  ));
