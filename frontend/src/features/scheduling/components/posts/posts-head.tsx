import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Link } from '@tanstack/react-router';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import { useEffect, useState, type ComponentProps } from 'react';
import type { ListFilter } from '../../model/post-filter.ts';
import { AttentionStrip } from './attention-strip.tsx';
import { CreateCard } from './create-card.tsx';
import { PostSearch } from './post-search.tsx';
import { POSTS_TEXT } from '../../messages/posts.en.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { useDisconnectedSince } from '#lib/live-cut.ts';
import { Button } from '#ui/button.tsx';
import { LiveState } from '#ui/live-state.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { Part } from '#ui/part.tsx';
import type { DraftsEntry } from '../../model/drafts/drafts-entry.ts';
import { loadCompose } from './posts-dialogs.tsx';

const LoadedEntryButton = lazyPart(async () => (await import('./drafts-entry.tsx')).DraftsEntryButton);

/** A button to the drafts, if there are any. The button is not part of the first load. */
export function DraftsEntryButton(props: ComponentProps<typeof LoadedEntryButton>) {
  const [isLater, setLater] = useState(false);
  const isCut = useDisconnectedSince() !== null;
  useEffect(() => {
    // Waits for the server, because some browsers request a file only once.
    if (isCut) return undefined;
    const timer = setTimeout(setLater, 1_000, true);
    return () => {
      clearTimeout(timer);
    };
  }, [isCut]);
  return (
    isLater && (
      <Part trouble="silent">
        <LoadedEntryButton {...props} />
      </Part>
    )
  );
}

type PostsHeadProps = Readonly<{
  user: UserView;
  /** The number of posts that need the user. */
  attention: number;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
}>;

export function PostsHead({ user, attention, filter, onFilter }: PostsHeadProps) {
  const showsAttention = attention > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:block sm:space-y-3">
      <header className="flex flex-wrap items-baseline gap-x-3 *:leading-7">
        <ScreenHeading>{POSTS_TEXT.title}</ScreenHeading>
        <LiveState subtitle={POSTS_TEXT.subtitle} zone={user.timezone} isBrief={showsAttention} />
        {/* On a phone, this link is next to the search, because a separate line would push the list down. */}
        <AnalyticsLink className="-my-2 ml-auto self-center max-sm:hidden" />
      </header>
      {showsAttention && (
        <AttentionStrip
          count={attention}
          isShown={filter === 'attention'}
          onShow={() => {
            onFilter('attention');
          }}
          onShowAll={() => {
            onFilter('all');
          }}
        />
      )}
    </div>
  );
}

type StartPostProps = Readonly<{
  scheduled: number;
  max: number | null;
  drafts: DraftsEntry;
  onCreate: () => void;
}>;

export const StartPost = ({ drafts, ...props }: StartPostProps) => (
  <CreateCard
    {...props}
    continues={<DraftsEntryButton {...drafts} to="last" />}
    onNear={() => {
      fetchAhead(loadCompose);
    }}
  />
);

type SearchRowProps = Readonly<{ value: string; onChange: (words: string) => void; drafts: DraftsEntry }>;

export const SearchRow = ({ value, onChange, drafts }: SearchRowProps) => (
  <div className="flex gap-2">
    <div className="min-w-0 flex-1">
      <PostSearch value={value} onChange={onChange} />
    </div>
    <DraftsEntryButton {...drafts} to="all" />
    <AnalyticsLink className="border bg-surface sm:hidden" />
  </div>
);

const AnalyticsLink = ({ className }: { className: string }) => (
  <Button asChild variant="quiet" className={className}>
    <Link to="/analytics" title={POSTS_TEXT.analytics}>
      <ChartNoAxesColumn aria-hidden />
      <span className="max-sm:sr-only">{POSTS_TEXT.analytics}</span>
    </Link>
  </Button>
);
