import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { historyQuery } from '#features/scheduling/api/history.ts';
import { CommentsCut } from '#features/scheduling/components/history/comments-cut.tsx';
import { PostAtTime } from '#features/scheduling/components/history/post-at-time.tsx';
import { Receipt } from '#features/scheduling/components/history/receipt.tsx';
import { TechnicalDetails } from '#features/scheduling/components/history/technical-details.tsx';
import { TimeSlider } from '#features/scheduling/components/history/time-slider.tsx';
import { HISTORY_TEXT } from '#features/scheduling/messages/history.en.ts';
import { usePostAt } from '#features/scheduling/hooks/history/use-post-at.ts';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { ApiError } from '#lib/api-client.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

export const Route = createFileRoute('/_signed-in/posts/$postId/history')({
  loader: async ({ context: { queryClient }, params }) => {
    const postId = Number(params.postId);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router shows "not found" by a thrown value
    if (!Number.isSafeInteger(postId)) throw notFound();
    try {
      await queryClient.query(historyQuery(postId));
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router shows "not found" by a thrown value
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
    return { postId };
  },
  component: HistoryScreen,
});

function HistoryScreen() {
  const { postId } = Route.useLoaderData();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { data: history } = useSuspenseQuery(historyQuery(postId));
  // Loads the pictures of the accounts, which the avatars read. The screen does not wait for them.
  useQuery(accountsQuery);
  const now = useNow();
  const zone = user?.timezone ?? 'UTC';
  const { events } = history;
  const { step, onStep, at, post, isBusy, hasFailed } = usePostAt(history);

  return (
    <div className="space-y-5">
      <header>
        <Button asChild variant="quiet" className="-ml-3">
          <Link to="/posts">
            <ArrowLeft aria-hidden />
            {HISTORY_TEXT.back}
          </Link>
        </Button>
        <ScreenHeading title={HISTORY_TEXT.window}>{HISTORY_TEXT.title}</ScreenHeading>
        <p className="text-muted">{HISTORY_TEXT.intro}</p>
      </header>
      {history.post && (
        <PostAtTime post={history.post} label={HISTORY_TEXT.post} zone={zone} now={now} isBusy={false}>
          <Receipt post={history.post} events={events} zone={zone} at={null} />
        </PostAtTime>
      )}
      <TimeSlider events={events} zone={zone} step={step} onStep={onStep}>
        {hasFailed && (
          <p role="alert" className="text-sm text-failed">
            {HISTORY_TEXT.failed}
          </p>
        )}
        {at !== null && post && (
          <PostAtTime post={post} label={HISTORY_TEXT.then} zone={zone} now={now} isBusy={isBusy}>
            <Receipt post={post} events={events} zone={zone} at={at} />
          </PostAtTime>
        )}
      </TimeSlider>
      <CommentsCut history={history} />
      <TechnicalDetails postId={postId} events={events} zone={zone} />
    </div>
  );
}
