import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import { CommentsOnTheWay } from './inbox-skeleton.tsx';
import { NewsButton } from './news-button.tsx';
import { SourceNotes } from './source-notes.tsx';
import {
  filterOf,
  isFiltered,
  NO_FILTER,
  searchOf,
  type InboxFilter,
  type InboxSearch,
} from '../model/inbox-filter.ts';
import { INBOX } from '../messages/inbox.en.ts';
import { useAnswering } from '../hooks/use-answering.ts';
import { useInboxList } from '../hooks/use-inbox-list.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { useDebounced } from '#lib/debounced.ts';
import { focusLine } from '#lib/focus-line.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';
import { LiveState } from '#ui/live-state.tsx';
import { Part } from '#ui/part.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

const NoComments = lazyPart(async () => (await import('./no-comments.tsx')).NoComments);
/** Below the list. */
const SourceLimits = lazyPart(async () => (await import('./source-limits.tsx')).SourceLimits);
/** In lists of what is new alone. */
const MarkAllRead = lazyPart(async () => (await import('./mark-all-read.tsx')).MarkAllRead);

/** So long a writer pauses before the server is asked and the address is changed. */
const PAUSE_MS = 200;

/** The screen, for whoever is signed in; their zone and plan may change while it is open. */
export function InboxScreen({ search }: { search: InboxSearch }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return user && <InboxOf user={user} search={search} />;
}

function InboxOf({ user, search }: { user: UserView; search: InboxSearch }) {
  const { filter, typed, change } = useFilter(search);
  const { data: accounts } = useQuery(accountsQuery);
  const { data: platforms } = useQuery(platformsQuery);
  const answers = useAnswering(user.isPremium);
  const { rows, comments, counts, sources, news, showNews, toggle, isLoading, more, isBusy } = useInboxList(
    filter,
    answers.open?.comment ?? null,
  );
  const canRead = !accounts?.every(
    ({ platform }) => platforms?.find((one) => one.platform === platform)?.capabilities.comments === false,
  );
  const limited = sources.filter(({ notice }) => notice === 'limit');
  const isEmpty = rows.length === 0 && news.length === 0;
  return (
    <div className="-mt-2 space-y-1.5 sm:mt-0 sm:space-y-3">
      <header className="flex flex-wrap items-baseline gap-x-3 *:leading-7">
        <ScreenHeading>{INBOX.title}</ScreenHeading>
        <LiveState subtitle={INBOX.subtitle} zone={user.timezone} />
      </header>
      <InboxFilters counts={counts} filter={{ ...filter, q: typed }} known={platforms} onFilter={change} />
      <SourceNotes sources={sources} />
      <NewsButton
        count={news.length}
        onShow={() => {
          // The list first keeps what is in sight where it is.
          flushSync(showNews);
          window.scrollTo({ top: 0 });
          // The first line of the list is the group with the newest comment.
          focusLine(0, () => {
            window.scrollTo({ top: 0 });
          });
        }}
      />
      {filter.status === 'new' && rows.length > 0 && (
        // Its place is kept.
        <Part fallback={<div className="h-11" />}>
          <MarkAllRead comments={comments} />
        </Part>
      )}
      {rows.length > 0 && (
        <InboxList
          user={user}
          rows={rows}
          comments={comments}
          answers={answers}
          isBusy={isBusy}
          onToggle={toggle}
          more={more}
        />
      )}
      {isEmpty && isLoading && <CommentsOnTheWay />}
      {isEmpty && !isLoading && (
        <Part fallback={<CommentsOnTheWay />}>
          <NoComments
            isFiltered={isFiltered(filter)}
            accounts={accounts?.length ?? null}
            canRead={canRead}
            onClear={() => {
              change(NO_FILTER);
            }}
          />
        </Part>
      )}
      {limited.length > 0 && (
        <Part trouble="silent">
          <SourceLimits sources={limited} />
        </Part>
      )}
    </div>
  );
}

/** The filter is part of the place that Back leads to; what is typed joins it when its writer pauses. */
function useFilter(search: InboxSearch) {
  const navigate = useNavigate();
  const key = JSON.stringify(filterOf(search));
  const filter = useMemo(() => JSON.parse(key) as InboxFilter, [key]);
  const [{ typed, known }, type] = useState({ typed: filter.q, known: filter.q });
  // Back and links change it as well.
  if (known !== filter.q)
    type({ typed: typed.trim() === filter.q.trim() ? typed : filter.q, known: filter.q });
  const go = (next: InboxFilter) => {
    void navigate({ to: '.', search: searchOf(next), resetScroll: false, replace: true });
  };
  const settled = useDebounced(typed, PAUSE_MS);
  useEffect(() => {
    if (settled !== filter.q) go({ ...filter, q: settled });
    // Of what is typed alone: an address that leads here from elsewhere is not put back.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  const change = ({ q, ...others }: Partial<InboxFilter>) => {
    if (q !== undefined) type({ typed: q, known: filter.q });
    if (Object.keys(others).length > 0) go({ ...filter, ...(q !== undefined && { q }), ...others });
  };
  return { filter, typed, change };
}
