import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '#ui/button.tsx';
import { INBOX } from '../messages/inbox.en.ts';

/** A button that shows the waiting new comments. The button overlaps the list, so nothing moves when it appears. */
export function NewCommentsButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-2 z-20 flex h-0 justify-center">
      {count > 0 && (
        <Button
          variant="primary"
          className="pointer-events-auto h-11 rounded-full shadow-float"
          onClick={onShow}
        >
          <ArrowUp aria-hidden />
          {INBOX.news(count)}
        </Button>
      )}
    </div>
  );
}
