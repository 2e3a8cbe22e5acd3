import type { Platform } from '@posthorn/contracts/shared/platform';
import { Avatar } from './avatar.tsx';
import { PlatformBadge } from './platform-badge.tsx';

const SIZES = {
  small: { avatar: 'block size-5', badge: 'size-3' },
  /** Large enough as a touch target. It does not grow with the text size. */
  thumb: { avatar: 'block size-[44px]', badge: 'size-[20px] ring-2' },
} as const;

type AccountAvatarProps = Readonly<{ name: string; platform: Platform; size?: keyof typeof SIZES }>;

/** An account's icon: drawn from its name, with its platform in the corner. Hidden from screen readers, because both stand beside it as text. */
export function AccountAvatar({ name, platform, size = 'small' }: AccountAvatarProps) {
  const { avatar, badge } = SIZES[size];
  return (
    <span className="relative block shrink-0">
      <Avatar name={name} className={avatar} />
      <PlatformBadge platform={platform} className={`absolute -right-1 -bottom-1 ${badge}`} />
    </span>
  );
}
