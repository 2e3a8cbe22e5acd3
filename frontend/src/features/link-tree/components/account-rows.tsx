import type { PageAccountView } from '@posthorn/contracts/link-tree/link-page.http';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useId, type ReactNode } from 'react';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { Switch } from '#ui/switch.tsx';
import { useShowAccount } from '../api/change-page.ts';
import type { OrderedRow } from '../hooks/use-ordered-list.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { PAGE_ACCOUNTS_TEXT } from '../messages/page-accounts.en.ts';
import { MoveHandle } from './move-handle.tsx';
import { MoveItems } from './move-items.tsx';

const TEXT = EDITOR_TEXT.links;

export const accountTitle = ({ platform, name }: Pick<PageAccountView, 'platform' | 'name'>): string =>
  PAGE_ACCOUNTS_TEXT.named(PLATFORM_NAMES[platform], name);

type AccountTextProps = Readonly<{
  accountId: number;
  platform: Platform;
  name: string;
  children: ReactNode;
}>;

const AccountText = ({ accountId, platform, name, children }: AccountTextProps) => (
  <>
    <AccountAvatar accountId={accountId} name={name} platform={platform} />
    <div className="min-w-0 flex-[1_1_7rem]">
      <p className="truncate" title={name}>
        <span className="font-medium">{name}</span>{' '}
        <span className="text-muted">{PLATFORM_NAMES[platform]}</span>
      </p>
      <div className="text-muted">{children}</div>
    </div>
  </>
);

/** An account that the page does not list, with the reason. */
export const AccountLine = (props: AccountTextProps) => (
  <li className="flex flex-wrap items-center gap-x-3 py-2 text-sm">
    <AccountText {...props} />
  </li>
);

type AccountRowProps = OrderedRow & Readonly<{ account: PageAccountView }>;

/** An account on the page. The user can move and hide it, like an own link. */
export function AccountRow({ account, isDragged, handle, ...moves }: AccountRowProps) {
  const { accountId, platform, name, shown, seen } = account;
  const id = useId();
  const { mutate: show } = useShowAccount();
  const title = accountTitle(account);
  return (
    <li
      data-drag
      className={classNames(
        'flex flex-wrap items-center gap-x-2 bg-surface py-2 text-sm',
        isDragged && 'shadow-float',
      )}
    >
      <MoveHandle title={title} handle={handle} onMove={moves.onMove} />
      <AccountText accountId={accountId} platform={platform} name={name}>
        {!shown && <Badge>{TEXT.hidden}</Badge>}
        <p>{EDITOR_TEXT.clicks.seen(seen)}</p>
      </AccountText>
      <div className="ml-auto flex items-center">
        <label htmlFor={id} className="sr-only">
          {TEXT.shown(title)}
        </label>
        <Switch
          id={id}
          checked={shown}
          onCheckedChange={(checked) => {
            show({ accountId, shown: checked });
          }}
        />
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={TEXT.more(title)} className="-mr-2">
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MoveItems {...moves} />
        </Menu>
      </div>
    </li>
  );
}
