import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import { CommentsSkeleton } from './inbox-skeleton.tsx';
import { NewCommentsButton } from './new-comments-button.tsx';
import { SourceNotes } from './source-notes.tsx';
import { isFiltered, NO_FILTER, type InboxSearch } from '../model/inbox-filter.ts';
import { INBOX } from '../messages/inbox.en.ts';
import { useInboxFilter } from '../hooks/use-inbox-filter.ts';
import { useDetailsBeside } from '../hooks/use-details-beside.ts';
import { useAnswering } from '../hooks/use-answering.ts';
import { useInboxList } from '../hooks/use-inbox-list.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { focusLine } from '#lib/focus-line.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';
import { LiveState } from '#ui/live-state.tsx';
import { Part } from '#ui/part.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

/** Loaded only in wide windows. */
const CommentPane = lazyPart(async () => (await import('./comment-pane.tsx')).CommentPane);
const NoComments = lazyPart(async () => (await import('./no-comments.tsx')).NoComments);
/** Loaded later, because these notes are below the list. */
const SourceLimits = lazyPart(async () => (await import('./source-limits.tsx')).SourceLimits);
/** Loaded only for lists of new comments. */
const MarkAllRead = lazyPart(async () => (await import('./mark-all-read.tsx')).MarkAllRead);

/** The inbox of the signed-in user. The time zone and plan of the user may change while the inbox is open. */
export function InboxScreen({ search }: { search: InboxSearch }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return user && <InboxOf user={user} search={search} />;
}

function InboxOf({ user, search }: { user: UserView; search: InboxSearch }) {
  const { filter, typed, change } = useInboxFilter(search);
  const { data: accounts } = useQuery(accountsQuery);
  const { data: platforms } = useQuery(platformsQuery);
  const answers = useAnswering(user.isPremium);
  const { rows, comments, newCount, counts, sources, news, showNews, toggle, isLoading, more, isBusy } =
    useInboxList(filter, answers.open?.comment ?? null);
  const details = useDetailsBeside(comments, rows);
  const canRead = !accounts?.every(
    ({ platform }) => platforms?.find((one) => one.platform === platform)?.capabilities.comments === false,
  );
  const limited = sources.filter(({ notice }) => notice === 'limit');
  const isEmpty = rows.length === 0 && news.length === 0;
  return (
    <div
      // `data-roomy` makes the content of the page wider.
      {...(details.isShown && {
        'data-roomy': '',
        className: 'grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-8',
      })}
    >
      <div className="-mt-2 space-y-1.5 sm:mt-0 sm:space-y-3">
        <header className="flex flex-wrap items-baseline gap-x-3 *:leading-7">
          <ScreenHeading>{INBOX.title}</ScreenHeading>
          <LiveState subtitle={INBOX.subtitle} zone={user.timezone} />
        </header>
        <InboxFilters
          counts={counts}
          filter={{ ...filter, q: typed }}
          platformViews={platforms}
          onFilter={change}
        />
        <SourceNotes sources={sources} />
        <NewCommentsButton
          count={news.length}
          onShow={() => {
            // Renders before it scrolls, because the rendered list keeps the visible lines in place.
            flushSync(showNews);
            window.scrollTo({ top: 0 });
            // Focuses the first line, which is the group with the newest comment.
            focusLine(0, () => {
              window.scrollTo({ top: 0 });
            });
          }}
        />
        {filter.status === 'new' && rows.length > 0 && (
          // The fallback keeps the space of the button.
          <Part fallback={<div className="h-11" />}>
            <MarkAllRead filter={filter} newest={comments[0]} waiting={news} count={newCount} />
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
            selected={details.comment?.id}
            onFocus={details.follow}
          />
        )}
        {isEmpty && isLoading && <CommentsSkeleton />}
        {isEmpty && !isLoading && (
          <Part fallback={<CommentsSkeleton />}>
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
      {details.isShown && (
        <Part>
          <CommentPane comment={details.comment} zone={user.timezone} />
        </Part>
      )}
    </div>
  );
}
