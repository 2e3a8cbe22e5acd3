import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import type { ItemMove } from '../model/link-order.ts';

const TEXT = EDITOR_TEXT.links;

const MOVES = [
  { move: 'up', Icon: ArrowUp },
  { move: 'down', Icon: ArrowDown },
  { move: 'first', Icon: ArrowUpToLine },
  { move: 'last', Icon: ArrowDownToLine },
] as const;

type LinkMenuProps = Readonly<{
  label: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (move: ItemMove) => void;
  onOpen: (form: 'edit' | 'remove') => void;
}>;

export const LinkMenu = ({ label, isFirst, isLast, onMove, onOpen }: LinkMenuProps) => (
  <Menu
    trigger={
      <Button variant="quiet" size="icon" aria-label={label} className="-mr-2">
        <Ellipsis aria-hidden />
      </Button>
    }
  >
    <MenuItem
      onSelect={() => {
        onOpen('edit');
      }}
    >
      <Pencil aria-hidden />
      {TEXT.edit}
    </MenuItem>
    <MenuSeparator />
    {MOVES.map(({ move, Icon }) => (
      <MenuItem
        key={move}
        disabled={move === 'up' || move === 'first' ? isFirst : isLast}
        onSelect={() => {
          onMove(move);
        }}
      >
        <Icon aria-hidden />
        {TEXT[move]}
      </MenuItem>
    ))}
    <MenuSeparator />
    <MenuItem
      danger
      onSelect={() => {
        onOpen('remove');
      }}
    >
      <Trash2 aria-hidden />
      {TEXT.remove}
    </MenuItem>
  </Menu>
);
