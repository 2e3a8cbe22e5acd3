import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { WEBHOOKS_TEXT as TEXT } from '../messages/webhooks.en.ts';

type WebhookMenuProps = Readonly<{ url: string; onOpen: (form: 'change' | 'rotate' | 'delete') => void }>;

export const WebhookMenu = ({ url, onOpen }: WebhookMenuProps) => (
  <Menu
    trigger={
      <Button variant="quiet" size="icon" aria-label={TEXT.more(url)} className="-mr-2 ml-auto">
        <Ellipsis aria-hidden />
      </Button>
    }
  >
    <MenuItem
      onSelect={() => {
        onOpen('change');
      }}
    >
      <Pencil aria-hidden />
      {TEXT.change}
    </MenuItem>
    <MenuItem
      onSelect={() => {
        onOpen('rotate');
      }}
    >
      <RotateCcw aria-hidden />
      {TEXT.rotate}
    </MenuItem>
    <MenuSeparator />
    <MenuItem
      danger
      onSelect={() => {
        onOpen('delete');
      }}
    >
      <Trash2 aria-hidden />
      {TEXT.delete}
    </MenuItem>
  </Menu>
);
