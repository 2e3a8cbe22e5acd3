import type { Platform } from '@posthorn/contracts/shared/platform';
import { Avatar } from './avatar.tsx';
import { PlatformBadge } from './platform-badge.tsx';

/** An account as a small picture: drawn from its name, with its platform at the corner. Silent, as both stand beside the name. */
export function AccountAvatar({ name, platform }: { name: string; platform: Platform }) {
  return (
    <span className="relative block shrink-0">
      <Avatar name={name} className="block size-5" />
      <PlatformBadge platform={platform} className="absolute -right-1 -bottom-1 size-3" />
    </span>
  );
}
