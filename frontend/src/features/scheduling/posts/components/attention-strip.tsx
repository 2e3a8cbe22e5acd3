import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '#ui/button.tsx';
import { postsNeedYou } from '../posts-need-you.ts';

type AttentionStripProps = Readonly<{
  count: number;
  /** The list shows these posts alone. */
  isShown: boolean;
  onShow: () => void;
  onShowAll: () => void;
}>;

/** Above the list: how many posts stand still until somebody does something, and the way to them. */
export function AttentionStrip({ count, isShown, onShow, onShowAll }: AttentionStripProps) {
  const title = postsNeedYou(count);
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-attention/50 bg-surface py-2 pr-2 pl-4 shadow-card"
    >
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-attention" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">{title}</p>
        <p className="text-muted max-sm:hidden">Failed, waiting for a reconnect, or to be checked.</p>
      </div>
      <Button onClick={isShown ? onShowAll : onShow}>
        {isShown ? 'Show all posts' : count === 1 ? 'Show it' : 'Show them'}
      </Button>
    </section>
  );
}
