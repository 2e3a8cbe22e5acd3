import { Skeleton } from '#ui/skeleton.tsx';
import { WAITING_TEXT } from '../../messages/waiting.en.ts';
import { SideBySide } from './side-by-side.tsx';

/** A placeholder for the posts screen while its list loads. */
export function PostsSkeleton() {
  return (
    <SideBySide isOn className="-mt-2 space-y-1.5 sm:mt-0 sm:space-y-3">
      <span role="status" className="sr-only">
        {WAITING_TEXT.loading}
      </span>
      <Skeleton className="h-7 w-32" />
      <div className="grid grid-cols-4 gap-2 sm:gap-3">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-12 rounded-2xl" />
        ))}
      </div>
      <Skeleton className="h-14 rounded-2xl" />
      <Skeleton className="h-11 rounded-xl" />
      <Cards />
    </SideBySide>
  );
}

/** A placeholder for a list that is loading. */
export function PostListSkeleton() {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">{WAITING_TEXT.looking}</span>
      <Cards />
    </div>
  );
}

const Cards = () => [0, 1, 2].map((index) => <Skeleton key={index} className="h-24 rounded-2xl" />);
