import type { Platform } from '@posthorn/contracts/shared/platform';
import { Avatar } from './avatar.tsx';
import { PlatformBadge } from './platform-badge.tsx';

const SIZES = {
  small: { avatar: 'block size-5', badge: 'size-3' },
  /** For a thumb; it does not grow with the letters. */
  thumb: { avatar: 'block size-[44px]', badge: 'size-[20px] ring-2' },
} as const;

type AccountAvatarProps = Readonly<{ name: string; platform: Platform; size?: keyof typeof SIZES }>;

/** An account as a small picture: drawn from its name, with its platform at the corner. Silent, as both stand beside the name. */
export function AccountAvatar({ name, platform, size = 'small' }: AccountAvatarProps) {
  const { avatar, badge } = SIZES[size];
  return (
    <span className="relative block shrink-0">
      <Avatar name={name} className={avatar} />
      <PlatformBadge platform={platform} className={`absolute -right-1 -bottom-1 ${badge}`} />
    </span>
  );
}
