import type { Platform } from '@posthorn/contracts/shared/platform';
import { Avatar } from './avatar.tsx';
import { PlatformBadge } from './platform-badge.tsx';

/** `pixels`: the size that reserves the space of a picture before styles and picture load. */
const SIZES = {
  small: { avatar: 'block size-5', badge: 'size-3', pixels: 20 },
  row: { avatar: 'block size-[32px]', badge: 'size-[16px]', pixels: 32 },
  /** Large enough for a touch target. This size does not grow with the text size. */
  thumb: { avatar: 'block size-[44px]', badge: 'size-[20px] ring-2', pixels: 44 },
} as const;

type AccountAvatarProps = Readonly<{
  name: string;
  platform: Platform;
  size?: keyof typeof SIZES;
  /** The path of the account's picture; absent: initials are drawn. */
  picture?: string | undefined;
}>;

/** The picture or initials of an account, with a platform badge. Hidden from screen readers, because a text next to it contains both. */
export function AccountAvatar({ name, platform, size = 'small', picture }: AccountAvatarProps) {
  const { avatar, badge, pixels } = SIZES[size];
  return (
    <span className="relative block shrink-0">
      {picture === undefined ? (
        <Avatar name={name} className={avatar} />
      ) : (
        <img
          src={picture}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          className={`${avatar} shrink-0 rounded-full bg-sunken object-cover`}
        />
      )}
      <PlatformBadge platform={platform} className={`absolute -right-1 -bottom-1 ${badge}`} />
    </span>
  );
}
