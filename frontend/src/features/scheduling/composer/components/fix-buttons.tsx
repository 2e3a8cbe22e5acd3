import { useFormContext } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { shortName } from '../account-names.ts';
import { shortenedFor } from '../fixes.ts';
import type { MediaItem } from '../media-uploads.ts';
import { COMPOSER_TEXT } from '../messages.en.ts';
import { selectionThatFits, urlsOf } from '../own-media.ts';
import type { PostFields } from '../post-fields.ts';
import type { Fix, TargetFit } from '../target-fit.ts';
import { useTargets } from '../use-targets.ts';

const TEXT = COMPOSER_TEXT.problems;

/** What stands behind each fix: the plan, the files, and the way out of the post; absent where its accounts are fixed. */
export type Fixing = Readonly<{
  isPremium: boolean;
  items: readonly MediaItem[];
  onRemove?: ((accountId: number) => void) | undefined;
}>;

type FixButtonsProps = Readonly<{
  fit: TargetFit;
  fix: Fix | undefined;
  among: readonly TargetFit[];
  fixing: Fixing;
}>;

/** One tap each: what solves the trouble of one account, and leaving that account out. */
export function FixButtons({ fit, fix, among, fixing: { isPremium, items, onRemove } }: FixButtonsProps) {
  const { getValues } = useFormContext<PostFields>();
  const { of, change } = useTargets();
  const { id } = fit.account;
  const name = shortName(
    fit.account,
    among.map(({ account }) => account),
  );
  const shorten = () => {
    const target = of(id);
    const content = fit.said === 'own' ? target.content : getValues('content');
    const shorter = shortenedFor(fit, { content, hashtags: getValues('hashtags') }, !isPremium);
    if (shorter !== null) change(id, { own: true, content: shorter });
  };
  return (
    <>
      {fix === 'shorten' && (
        <Button variant="link" size="inline" onClick={shorten}>
          {TEXT.shorten(name)}
        </Button>
      )}
      {fix === 'leaveOut' && <LeaveOut fit={fit} name={name} items={items} />}
      {onRemove && (
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            onRemove(id);
          }}
        >
          {TEXT.remove(name)}
        </Button>
      )}
    </>
  );
}

type LeaveOutProps = Readonly<{ fit: TargetFit; name: string; items: readonly MediaItem[] }>;

/** Absent where leaving out solves nothing, and while a file is on its way. */
function LeaveOut({ fit, name, items }: LeaveOutProps) {
  const { change } = useTargets();
  const selection = items.every(({ view }) => view) ? selectionThatFits(items, fit) : null;
  if (!selection) return null;
  const left = items.filter((item) => !selection.includes(item));
  const [kind = null, other] = [...new Set(left.map((item) => item.kind))];
  return (
    <Button
      variant="link"
      size="inline"
      onClick={() => {
        change(fit.account.id, { mediaUrls: urlsOf(selection) });
      }}
    >
      {TEXT.leaveOut(left.length, other ? null : kind, name)}
    </Button>
  );
}
