import { entitlementsOf } from '@posthorn/contracts/billing/entitlements';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { accountsQuery } from '#lib/accounts-query.ts';
import { postCountsQuery } from '#features/scheduling/api/posts.ts';
import { AttentionStrip } from '#features/scheduling/posts/components/attention-strip.tsx';
import { CreateCard } from '#features/scheduling/posts/components/create-card.tsx';
import { MorePosts } from '#features/scheduling/posts/components/more-posts.tsx';
import { NoPosts } from '#features/scheduling/posts/components/no-posts.tsx';
import { PostCounts } from '#features/scheduling/posts/components/post-counts.tsx';
import { PostList } from '#features/scheduling/posts/components/post-list.tsx';
import { PostSearch } from '#features/scheduling/posts/components/post-search.tsx';
import { PostsOnTheWay } from '#features/scheduling/posts/components/posts-skeleton.tsx';
import { SideBySide } from '#features/scheduling/posts/components/side-by-side.tsx';
import { ConnectionsProvider } from '#features/scheduling/connections.ts';
import { isFull, type PostFilter } from '#features/scheduling/post-filter.ts';
import { CREATE_TEXT, POSTS_TEXT } from '#features/scheduling/posts/messages.en.ts';
import { useFocusAfterRemoval } from '#features/scheduling/posts/use-focus-after-removal.ts';
import { usePostList } from '#features/scheduling/posts/use-post-list.ts';
import { usePostRemoval } from '#features/scheduling/posts/use-post-removal.ts';
import { platformsQuery } from '#lib/platforms-query.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { ROOMY } from '#lib/roomy.ts';
import { useMedia } from '#lib/use-media.ts';
import { LiveState } from '#ui/live-state.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { DetailPane } from './-detail-pane.tsx';
import { ConnectHere, FirstRun } from './-first-run.ts';
import { figuresOf, useFiguresAhead } from './-post-figures.tsx';
import {
  useArrivalAt,
  useDialogPlace,
  useSearchInAddress,
  useSelection,
  useWayBack,
} from './-posts-place.ts';
import { readPostsSearch, type PostsSearch } from './-posts-search.ts';
import { usePost, useMovingOn, usePostToEdit } from './-selected-post.ts';

const loadCompose = () => import('#features/scheduling/composer/components/compose-dialog.tsx');
const loadEdit = () => import('#features/scheduling/composer/components/edit-dialog.tsx');
const ComposeDialog = lazy(async () => ({ default: (await loadCompose()).ComposeDialog }));
const DeleteRemoteDialog = lazy(async () => ({
  default: (await import('#features/scheduling/posts/components/delete-remote-dialog.tsx'))
    .DeleteRemoteDialog,
}));
const EditDialog = lazy(async () => ({ default: (await loadEdit()).EditDialog }));

const connectHere = (labelledBy: string) => <ConnectHere labelledBy={labelledBy} />;

/** The screen, for whoever is signed in; their zone and plan may change while it is open. */
export function PostsScreen(search: PostsSearch) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return user && <PostsOf user={user} {...search} />;
}

function PostsOf({
  user,
  filter = 'all',
  q = '',
  post,
  compose,
  edit,
  at,
}: PostsSearch & { user: UserView }) {
  const { data: counts } = useSuspenseQuery(postCountsQuery);
  const accounts = useQuery(accountsQuery);
  const platforms = useQuery(platformsQuery);
  const isReady = !accounts.isPending && !platforms.isPending;
  const [search, setSearch] = useState(q);
  useSearchInAddress(search, q);
  const [again, setAgain] = useState<PostView | null>(null);
  const { posts, isSearching, isLoading, more } = usePostList(filter, search);
  const total = isSearching ? null : Math.max(counts[filter], posts.length);
  const showsAttention = counts.attention > 0 || filter === 'attention';
  const go = useDialogPlace();
  const navigate = useNavigate();
  const show = (name: PostFilter) => {
    void navigate({
      to: '.',
      search: ({ q: words, post: selected }) => readPostsSearch({ filter: name, q: words, post: selected }),
      resetScroll: false,
      replace: true,
    });
  };

  const { scheduledPosts: max } = entitlementsOf(user);
  const full = isFull(counts.scheduled, max);
  const isRoomy = useMedia(ROOMY) && counts.all > 0;
  const { id: selected, choose } = useSelection(post);
  const details = useRef<HTMLElement>(null);
  const shown = usePost(isRoomy ? selected : undefined, posts);
  useMovingOn(isRoomy ? selected : undefined, { shown, posts, choose });
  const enter = useCallback(() => {
    details.current?.focus({ preventScroll: true });
  }, []);

  const create = useCallback(() => {
    setAgain(null);
    go({ compose: true });
  }, [go]);
  const editPost = useCallback(
    ({ id }: PostView) => {
      go({ edit: id });
    },
    [go],
  );
  const [stillThere, setStillThere] = useState<PostView | null>(null);
  const removePost = usePostRemoval({
    onTimePassed: useCallback(
      (post) => {
        setAgain(post);
        go({ compose: true });
      },
      [go],
    ),
    onStaysThere: setStillThere,
  });
  const close = useCallback(() => {
    go({});
  }, [go]);
  const edited = usePostToEdit(edit, posts, close);
  const remove = useFocusAfterRemoval(posts, removePost);
  const arrival = useArrivalAt(at);
  const [back, leave] = useWayBack(selected, posts);
  useDialogsAhead();
  useFiguresAhead(posts, user.isPremium);
  useEffect(() => {
    if (!compose || !full) return;
    toast({ title: CREATE_TEXT.title, description: POST_TEXT.limitReached });
    close();
    // Where somebody wants to begin, not where the post just sent has made the plan full.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [compose]);

  const connections = useMemo(
    () => (accounts.data ? new Map(accounts.data.map(({ id, status }) => [id, status])) : null),
    [accounts.data],
  );
  const writer = {
    id: user.id,
    zone: user.timezone,
    isPremium: user.isPremium,
    accounts: {
      list: accounts.data ?? [],
      failed: accounts.isError,
      onRetry: () => void accounts.refetch(),
      connect: connectHere,
    },
    platforms: platforms.data ?? [],
  };
  return (
    <SideBySide
      isOn={isRoomy}
      className="-mt-2 space-y-1.5 sm:mt-0 sm:space-y-3"
      beside={
        isRoomy && (
          <ConnectionsProvider value={connections}>
            <DetailPane
              ref={details}
              post={shown}
              isSelected={selected !== undefined}
              writer={isReady ? writer : null}
              onLeave={leave}
            />
          </ConnectionsProvider>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:block sm:space-y-3">
        <header className="flex flex-wrap items-baseline gap-x-3 *:leading-7">
          <ScreenHeading>{POSTS_TEXT.title}</ScreenHeading>
          <LiveState subtitle={POSTS_TEXT.subtitle} zone={user.timezone} isBrief={showsAttention} />
          {/* On a phone it stands beside the search: a line of its own would push the list down. */}
          <AnalyticsLink className="-my-2 ml-auto self-center max-sm:hidden" />
        </header>
        {showsAttention && (
          <AttentionStrip
            count={counts.attention}
            isShown={filter === 'attention'}
            onShow={() => {
              show('attention');
            }}
            onShowAll={() => {
              show('all');
            }}
          />
        )}
      </div>
      <PostCounts
        counts={counts}
        filter={filter}
        onFilter={(name) => {
          show(name);
        }}
      />
      <CreateCard
        scheduled={counts.scheduled}
        max={max}
        onCreate={create}
        onNear={() => {
          fetchAhead(loadCompose);
        }}
      />
      {counts.all > 0 && (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <PostSearch value={search} onChange={setSearch} />
          </div>
          <AnalyticsLink className="border bg-surface sm:hidden" />
        </div>
      )}
      {posts.length > 0 && (
        <ConnectionsProvider value={connections}>
          <PostList
            posts={posts}
            total={more.are ? total : posts.length}
            zone={user.timezone}
            onEdit={editPost}
            onRemove={remove}
            arrival={arrival ?? back}
            selection={isRoomy ? { id: selected, choose, enter } : undefined}
            figuresOf={figuresOf}
          />
        </ConnectionsProvider>
      )}
      {more.are && (
        <MorePosts
          shown={posts.length}
          total={total}
          isBusy={more.isBusy}
          isLoading={more.areLoading}
          hasFailed={more.haveFailed}
          onMore={more.load}
        />
      )}
      {posts.length === 0 && isLoading && <PostsOnTheWay />}
      {posts.length === 0 && !isLoading && !more.are && counts.all === 0 && (
        <Suspense>
          <FirstRun accounts={accounts.data?.length ?? null} connect={connectHere} onCreate={create} />
        </Suspense>
      )}
      {posts.length === 0 && !isLoading && !more.are && counts.all > 0 && (
        <NoPosts
          filter={filter}
          searching={isSearching}
          onClearSearch={() => {
            setSearch('');
          }}
          onShowAll={() => {
            setSearch('');
            show('all');
          }}
        />
      )}
      <Suspense>
        {compose && !full && isReady && <ComposeDialog writer={writer} again={again} onClose={close} />}
        {edited && isReady && (
          <ConnectionsProvider value={connections}>
            <EditDialog key={edited.id} writer={writer} post={edited} onClose={close} />
          </ConnectionsProvider>
        )}
        {stillThere && (
          <DeleteRemoteDialog
            key={stillThere.id}
            post={stillThere}
            open
            isListed={false}
            onOpenChange={() => {
              setStillThere(null);
            }}
          />
        )}
      </Suspense>
    </SideBySide>
  );
}

const AnalyticsLink = ({ className }: { className: string }) => (
  <Button asChild variant="quiet" className={className}>
    <Link to="/analytics" title={POSTS_TEXT.analytics}>
      <ChartNoAxesColumn aria-hidden />
      <span className="max-sm:sr-only">{POSTS_TEXT.analytics}</span>
    </Link>
  </Button>
);

/** Fetches the dialogs’ code while nobody waits for it, and nothing else does. */
function useDialogsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      fetchAhead(loadCompose);
      fetchAhead(loadEdit);
    }, 4_000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}
