import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Badge } from '#ui/badge.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';

/** Where an existing post goes; this was chosen when it was made. */
export function TargetBadges({ targets }: { targets: readonly TargetView[] }) {
  return (
    <section aria-labelledby="targets-title">
      <h3 id="targets-title" className="mb-1.5 text-sm font-medium">
        Publishing to
      </h3>
      <ul className="flex flex-wrap gap-2">
        {targets.map(({ accountId, platform, accountName }) => (
          <li key={accountId} className="max-w-full">
            <Badge className="max-w-full py-1.5 text-sm">
              <PlatformIcon platform={platform} className="size-4" />
              <span className="sr-only">{PLATFORM_NAMES[platform]}: </span>
              <span className="truncate">{accountName}</span>
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
