import { Skeleton } from '#ui/skeleton.tsx';
import { BESIDE, LIST } from './inbox-layout.ts';
import { LOADING_COMMENTS } from '../messages/waiting.en.ts';

/** The placeholder of the inbox while its comments load. */
export function InboxSkeleton() {
  return (
    <div data-roomy="" className={BESIDE}>
      <div className={LIST}>
        <span role="status" className="sr-only">
          {LOADING_COMMENTS}
        </span>
        <Skeleton className="h-7 w-32" />
        <div className="grid grid-cols-3 gap-2 sm:gap-3">
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className="h-12 rounded-2xl" />
          ))}
        </div>
        <Skeleton className="h-11 rounded-xl" />
        <Skeleton className="h-11 rounded-xl sm:hidden" />
        <CommentsOnTheWay />
      </div>
    </div>
  );
}

/** The placeholder of a list that is loading. */
export const CommentsOnTheWay = () => (
  <div className="space-y-2" role="status">
    <span className="sr-only">{LOADING_COMMENTS}</span>
    {[0, 1, 2].map((at) => (
      <Skeleton key={at} className="h-32 rounded-2xl" />
    ))}
  </div>
);
