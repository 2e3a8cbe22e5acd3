import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { createContext, useContext } from 'react';
import { Avatar } from './avatar.tsx';
import { PlatformBadge } from './platform-badge.tsx';

const SIZES = {
  /** Inside a line of small text, before the name of the platform. */
  line: { avatar: 'block size-4', badge: null, pixels: 16 },
  small: { avatar: 'block size-5', badge: 'size-3', pixels: 20 },
  row: { avatar: 'block size-[32px]', badge: 'size-[16px]', pixels: 32 },
  /** For a preview, which shows a post like its platform, without a badge. This size does not grow with the text size. */
  preview: { avatar: 'block size-[40px]', badge: null, pixels: 40 },
  /** Large enough for a touch target. This size does not grow with the text size. */
  thumb: { avatar: 'block size-[44px]', badge: 'size-[20px] ring-2', pixels: 44 },
} as const;

/** The user's connected accounts, which have the paths of their pictures. */
const Accounts = createContext<readonly Pick<AccountView, 'id' | 'pictureUrl'>[] | undefined>(undefined);

/** Provides the pictures to all avatars of accounts below it. */
export const AccountPictures = Accounts.Provider;

type AccountAvatarProps = Readonly<{
  /** Null: not an account of the user, so initials are drawn. */
  accountId: number | null;
  name: string;
  platform: Platform;
  size?: keyof typeof SIZES;
}>;

/** The picture or initials of an account, with a platform badge. Hidden from screen readers, because a text next to it contains both. */
export function AccountAvatar({ accountId, name, platform, size = 'small' }: AccountAvatarProps) {
  const account = useContext(Accounts)?.find(({ id }) => id === accountId);
  const { avatar, badge, pixels } = SIZES[size];
  return (
    <span className="relative block shrink-0">
      <Avatar name={name} photo={account?.pictureUrl} className={avatar} pixels={pixels} />
      {badge && <PlatformBadge platform={platform} className={`absolute -right-1 -bottom-1 ${badge}`} />}
    </span>
  );
}
