import type { OverviewQuery, OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { messageOf } from '#lib/api-client.ts';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Note } from '#ui/note.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { exactTime } from '#lib/zone-format.ts';
import { overviewQuery } from '../api/overview.ts';
import { usePlanEnded } from '../api/plan-ended.ts';
import { isValidPeriodOf } from '../model/period.ts';
import { SCREEN_TEXT as TEXT } from '../messages/screen.en.ts';
import { BestHours } from './best-hours.tsx';
import { Clicks } from './clicks.tsx';
import { Export } from './export.tsx';
import { MaskedOverview } from './masked-overview.tsx';
import { PausedAccounts } from './paused-accounts.tsx';
import { PlatformFigures } from './platform-figures.tsx';
import { ReplyTime } from './reply-time.tsx';
import { TopPosts } from './top-posts.tsx';
import { Totals } from './totals.tsx';
import { Trend } from './trend.tsx';

/** A delay is shown from this length on. */
const LAG_SHOWN_MS = 5_000;

/** For example "As of 12:03:07 · latest figures 4 min ago", with "12.4 s behind" when the numbers are late. */
function Freshness({ overview: { asOf, newestSampleAt, lagMs, zone } }: { overview: OverviewView }) {
  const now = useNow();
  return (
    <p className="text-xs text-muted tabular-nums" title={exactTime(asOf, zone)}>
      {[
        TEXT.asOf(clockOf(asOf, zone)),
        newestSampleAt === null ? TEXT.noSample : TEXT.newest(relativeTime(newestSampleAt, now)),
        ...(lagMs >= LAG_SHOWN_MS ? [TEXT.behind((lagMs / 1_000).toFixed(1))] : []),
      ].join(' · ')}
    </p>
  );
}

/** For example "12:03:07". */
const clockOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(new Date(instant));

type OverviewProps = Readonly<{ question: OverviewQuery; zone: string }>;

/** The results of the posts in the chosen period. The previous results stay visible until the new results arrive. */
export function Overview({ question, zone }: OverviewProps) {
  const isValidPeriod = isValidPeriodOf(question);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...overviewQuery(question),
    enabled: isValidPeriod,
  });
  if (usePlanEnded(error)) return <MaskedOverview />;
  // For an invalid period, the date fields show the reason.
  if (!isValidPeriod) return null;
  const failure = error && <Failure error={error} onAgain={() => void refetch()} />;
  if (!data) return failure ?? <LoadingOverview />;
  return (
    <div className={classNames('space-y-4 transition-opacity', isPlaceholderData && 'opacity-60')}>
      <p role="status" className="sr-only">
        {isPlaceholderData && TEXT.updating}
      </p>
      {failure}
      <Freshness overview={data} />
      <PausedAccounts paused={data.paused} zone={zone} />
      <Parts overview={data} question={question} />
    </div>
  );
}

const Failure = ({ error, onAgain }: Readonly<{ error: Error; onAgain: () => void }>) => (
  <Note kind="error">
    <p>{messageOf(error, TEXT.failed)}</p>
    <Button className="mt-2" onClick={onAgain}>
      {TEXT.again}
    </Button>
  </Note>
);

type PartsProps = Readonly<{ overview: OverviewView; question: OverviewQuery }>;

function Parts({ overview, question }: PartsProps) {
  return (
    <>
      {overview.publications === 0 ? (
        <EmptyState
          icon={SearchX}
          title={TEXT.empty}
          actions={
            <Button asChild>
              <Link to="/posts">{TEXT.toPosts}</Link>
            </Button>
          }
        >
          {TEXT.emptyHint}
        </EmptyState>
      ) : (
        <>
          <Totals overview={overview} age={question.age} />
          <TopPosts posts={overview.topPosts} />
          <Trend overview={overview} question={question} />
          <PlatformFigures platforms={overview.platforms} />
        </>
      )}
      <BestHours hours={overview.bestHours} platforms={overview.platforms} />
      <div className="grid gap-4 lg:grid-cols-2">
        <ReplyTime time={overview.replyTime} />
        <Clicks clicks={overview.clicks} days={question} />
      </div>
      <Export days={question} />
    </>
  );
}

const LoadingOverview = () => (
  <div className="space-y-4">
    <span className="sr-only">{TEXT.loading}</span>
    <Skeleton className="h-5 max-w-64" />
    <Skeleton className="h-24 rounded-2xl" />
    <Skeleton className="h-80 rounded-2xl" />
    <Skeleton className="h-60 rounded-2xl" />
  </div>
);
