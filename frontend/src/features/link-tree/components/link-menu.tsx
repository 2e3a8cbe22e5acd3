import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { MoveItems, type MoveItemsProps } from './move-items.tsx';

const TEXT = EDITOR_TEXT.links;

type LinkMenuProps = MoveItemsProps &
  Readonly<{
    label: string;
    onOpen: (form: 'edit' | 'remove') => void;
  }>;

export const LinkMenu = ({ label, onOpen, ...moves }: LinkMenuProps) => (
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
    <MoveItems {...moves} />
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
