import { READING_STATE_TEXT } from '@posthorn/contracts/integrations/reading-state-text';
import { COMMENTS_PAGE, COMMENT_FILTERS, type CommentCounts } from '@posthorn/contracts/inbox/comments.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { CountCards } from '#ui/count-cards.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Select } from '#ui/select.tsx';
import type { InboxFilter, StatusFilter } from '../model/inbox-filter.ts';
import { INBOX, STATUS_TITLES } from '../messages/inbox.en.ts';

const CARDS = [
  { name: 'new', text: 'text-primary' },
  { name: 'replied', text: 'text-posted' },
  { name: 'all', text: 'text-ink' },
] as const;

const STATUSES: readonly StatusFilter[] = ['all', ...COMMENT_FILTERS];

type InboxFiltersProps = Readonly<{
  counts: CommentCounts;
  filter: InboxFilter;
  /** The platforms with their capabilities; undefined while they are loading. */
  platformViews: readonly PlatformView[] | undefined;
  onFilter: (change: Partial<InboxFilter>) => void;
}>;

/** Counts that work as filters, the search field, and selects for platform and status. */
export function InboxFilters({ counts, filter, platformViews, onFilter }: InboxFiltersProps) {
  const { status, platform, q } = filter;
  return (
    <>
      <CountCards
        label={INBOX.counts}
        cards={CARDS.map(({ name, text }) => ({
          name,
          text,
          title: INBOX.count[name],
          count: counts[name === 'all' ? 'total' : name],
        }))}
        chosen={CARDS.find(({ name }) => name === status)?.name ?? null}
        onChoose={(name) => {
          onFilter({ status: name });
        }}
      />
      {/* The search and the selects share one line on wide screens. */}
      <div className="flex flex-wrap gap-1.5 sm:gap-3">
        <div className="flex-[1_1_15rem]">
          <SearchBox
            label={INBOX.search}
            hint={INBOX.searchHint}
            clear={INBOX.clearSearch}
            value={q}
            maxLength={COMMENTS_PAGE.searchMax}
            onChange={(text) => {
              onFilter({ q: text });
            }}
          />
        </div>
        <div className="grid flex-[1_1_19rem] grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-2 sm:gap-3">
          <Select
            label={INBOX.platform}
            value={platform}
            options={platformOptions(platformViews)}
            onValueChange={(value) => {
              onFilter({ platform: value as Platform | 'all' });
            }}
          />
          <Select
            label={INBOX.status}
            value={status}
            options={STATUSES.map((value) => ({ value, label: STATUS_TITLES[value] }))}
            onValueChange={(value) => {
              onFilter({ status: value as StatusFilter });
            }}
          />
        </div>
      </div>
    </>
  );
}

/** Returns the platforms whose comments Posthorn can read, then the others, disabled and with the reason. */
function platformOptions(platformViews: readonly PlatformView[] | undefined) {
  const canRead = (one: Platform) =>
    platformViews?.find(({ platform }) => platform === one)?.capabilities.comments ?? !UNREADABLE.has(one);
  const byName = (one: Platform, other: Platform) => PLATFORM_NAMES[one].localeCompare(PLATFORM_NAMES[other]);
  const readable = platforms.filter(canRead).sort(byName);
  const others = platforms.filter((one) => !canRead(one)).sort(byName);
  return [
    { value: 'all', label: INBOX.allPlatforms },
    ...readable.map((value) => ({ value, label: PLATFORM_NAMES[value] })),
    ...others.map((value) => ({
      value,
      label: READING_STATE_TEXT.noInterface(PLATFORM_NAMES[value]),
      disabled: true,
    })),
  ];
}

/** The assumed platforms without readable comments, until the capabilities have loaded. */
const UNREADABLE: ReadonlySet<Platform> = new Set(['pinterest', 'snapchat', 'substack']);
