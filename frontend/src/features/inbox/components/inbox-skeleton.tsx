import { Skeleton } from '#ui/skeleton.tsx';
import { LOADING_COMMENTS } from '../messages/waiting.en.ts';

/** A placeholder for the inbox while its comments load. */
export function InboxSkeleton() {
  return (
    <div className="-mt-2 space-y-1.5 sm:mt-0 sm:space-y-3">
      <span role="status" className="sr-only">
        {LOADING_COMMENTS}
      </span>
      <Skeleton className="h-7 w-32" />
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-12 rounded-2xl" />
        ))}
      </div>
      <Skeleton className="h-11 rounded-xl" />
      <Skeleton className="h-11 rounded-xl sm:hidden" />
      <CommentsSkeleton />
    </div>
  );
}

/** A placeholder for a list that is loading. */
export const CommentsSkeleton = () => (
  <div className="space-y-2" role="status">
    <span className="sr-only">{LOADING_COMMENTS}</span>
    {[0, 1, 2].map((index) => (
      <Skeleton key={index} className="h-32 rounded-2xl" />
    ))}
  </div>
);
