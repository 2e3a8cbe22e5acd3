import ChevronDown from 'lucide-react/icons/chevron-down';
import { memo } from 'react';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Badge } from '#ui/badge.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import type { PostGroup } from '../model/post-groups.ts';
import { GROUP_TEXT } from '../messages/inbox.en.ts';

type GroupHeaderProps = Readonly<{
  group: PostGroup;
  isOpen: boolean;
  onToggle: (key: string) => void;
}>;

/** The heading of a group, with its post. Expands and collapses the comments of the group. */
export const GroupHeader = memo(function GroupHeader({ group, isOpen, onToggle }: GroupHeaderProps) {
  const { key, title, platforms, total, hidden, new: newCount } = group;
  const [platform, ...others] = platforms;
  return (
    <h2>
      <button
        type="button"
        data-row
        aria-expanded={isOpen}
        onClick={() => {
          onToggle(key);
        }}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-xl px-1 text-left text-sm transition-colors hover:bg-sunken"
      >
        <ChevronDown
          aria-hidden
          className={classNames('size-4 shrink-0 text-muted transition-transform', !isOpen && '-rotate-90')}
        />
        {/* With several platforms, each comment shows its own platform. */}
        {platform && others.length === 0 && <PlatformBadge platform={platform} className="size-4" />}
        <span className="sr-only">{platforms.map((one) => PLATFORM_NAMES[one]).join(', ')}: </span>
        <span dir="auto" className="min-w-0 flex-[1_1_7rem] truncate font-semibold">
          {title}
        </span>
        {newCount > 0 && <Badge tone="primary">{GROUP_TEXT.new(newCount)}</Badge>}
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {hidden === undefined ? (
            <>
              {total} <span className="max-sm:sr-only">{GROUP_TEXT.word(total)}</span>
            </>
          ) : (
            GROUP_TEXT.hidden(hidden)
          )}
        </span>
      </button>
    </h2>
  );
});
