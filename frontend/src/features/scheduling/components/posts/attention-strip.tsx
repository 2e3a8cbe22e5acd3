import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '#ui/button.tsx';
import { ATTENTION_TEXT } from '../../messages/posts.en.ts';

type AttentionStripProps = Readonly<{
  count: number;
  /** The list shows only these posts. */
  isShown: boolean;
  onShow: () => void;
  onShowAll: () => void;
}>;

/** Shows above the list how many posts need the user, with a button that shows them. */
export function AttentionStrip({ count, isShown, onShow, onShowAll }: AttentionStripProps) {
  const title = ATTENTION_TEXT.need(count);
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center gap-x-2 rounded-2xl border border-attention/50 bg-surface pl-2.5 shadow-card max-sm:flex-[1_1_13rem] sm:gap-x-3 sm:py-1 sm:pr-1.5 sm:pl-4"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-attention sm:size-5" />
      <div className="min-w-0 flex-1 basis-22 text-[0.8125rem] leading-tight sm:text-sm">
        <p className="font-semibold">{title}</p>
        <p className="text-muted max-sm:hidden">{ATTENTION_TEXT.why}</p>
      </div>
      <Button onClick={isShown ? onShowAll : onShow}>
        {isShown ? ATTENTION_TEXT.showAll : ATTENTION_TEXT.show}
      </Button>
    </section>
  );
}
