import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import PenLine from 'lucide-react/icons/pen-line';
import { isFull } from '../../post-filter.ts';
import { Button } from '#ui/button.tsx';

type CreateCardProps = Readonly<{
  scheduled: number;
  limited: boolean;
  onCreate: () => void;
  onNear: () => void;
}>;

/** The way to a new post; at the free plan's limit it says why there is none. */
export function CreateCard({ scheduled, limited, onCreate, onNear }: CreateCardProps) {
  const full = isFull(scheduled, limited);
  return (
    <section
      aria-labelledby="create-title"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border bg-surface p-side shadow-card sm:p-5"
    >
      <div className="min-w-[min(12rem,100%)] flex-1">
        <h2 id="create-title" className="font-semibold">
          Create New Post
        </h2>
        <p id="create-note" className="text-sm text-muted">
          {full ? POST_TEXT.limitReached : note(scheduled, limited)}
        </p>
      </div>
      <Button
        variant="primary"
        size="large"
        className="w-full sm:w-auto"
        disabled={full}
        aria-describedby="create-note"
        onClick={onCreate}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        <PenLine aria-hidden />
        {full ? 'Upgrade to Create More' : 'Start Creating'}
      </Button>
    </section>
  );
}

function note(scheduled: number, limited: boolean): string {
  if (!limited) return 'Write it once, publish it on every account.';
  const left = POST.freeScheduledMax - scheduled;
  return `${String(left)} of ${String(POST.freeScheduledMax)} scheduled posts left on the free plan.`;
}
