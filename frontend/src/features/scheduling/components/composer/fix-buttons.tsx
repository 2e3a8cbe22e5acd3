import { useFormContext } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { shortName } from '../../model/composer/account-names.ts';
import { shortenedFor } from '../../model/composer/fixes.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { selectionThatFits, urlsOf } from '../../model/composer/own-media.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import type { Fix, TargetFit } from '../../model/composer/target-fit.ts';
import { useTargets } from '../../hooks/composer/use-targets.ts';

const TEXT = COMPOSER_TEXT.problems;

/** What the fixes need: the plan, the files, and how to remove an account; absent where the accounts are fixed. */
export type Fixing = Readonly<{
  isPremium: boolean;
  items: readonly ComposerMediaItem[];
  onRemove?: ((accountIds: readonly number[]) => void) | undefined;
}>;

/** An account with a problem, and its fix, if there is one. */
export type Concerned = Readonly<{ fit: TargetFit; fix: Fix | undefined }>;

type FixButtonsProps = Readonly<{
  /** The accounts share the problem. */
  concerned: readonly Concerned[];
  among: readonly TargetFit[];
  fixing: Fixing;
}>;

/** Two kinds of buttons for these accounts: one fixes the problem, one removes them from the post. */
export function FixButtons({ concerned, among, fixing: { isPremium, items, onRemove } }: FixButtonsProps) {
  const { getValues } = useFormContext<PostFields>();
  const { of, change } = useTargets();
  const called = (fits: readonly TargetFit[]): string => {
    const [only, ...others] = fits;
    return only && others.length === 0
      ? shortName(
          only.account,
          among.map(({ account }) => account),
        )
      : TEXT.accounts(fits.length);
  };
  const shorten = (fit: TargetFit) => {
    const { id } = fit.account;
    const content = fit.said === 'own' ? of(id).content : getValues('content');
    const shorter = shortenedFor(fit, { content, hashtags: getValues('hashtags') }, !isPremium);
    if (shorter !== null) change(id, { own: true, content: shorter });
  };
  const fits = concerned.map(({ fit }) => fit);
  const tooLong = concerned.filter(({ fix }) => fix === 'shorten').map(({ fit }) => fit);
  const tooMuch = concerned.filter(({ fix }) => fix === 'leaveOut').map(({ fit }) => fit);
  return (
    <>
      {tooLong.length > 0 && (
        <Button
          variant="link"
          size="inline"
          className="text-left"
          onClick={() => {
            tooLong.forEach(shorten);
          }}
        >
          {TEXT.shorten(called(tooLong))}
        </Button>
      )}
      {[...cutsOf(tooMuch, items)].map(([label, cuts]) => (
        <Button
          key={label}
          variant="link"
          size="inline"
          className="text-left"
          onClick={() => {
            for (const { fit, selection } of cuts) change(fit.account.id, { mediaUrls: urlsOf(selection) });
          }}
        >
          {TEXT.on(label, called(cuts.map(({ fit }) => fit)))}
        </Button>
      ))}
      {onRemove && (
        <Button
          variant="link"
          size="inline"
          className="text-left"
          onClick={() => {
            onRemove(fits.map(({ account }) => account.id));
          }}
        >
          {TEXT.remove(called(fits))}
        </Button>
      )}
    </>
  );
}

type Cut = Readonly<{ fit: TargetFit; selection: readonly ComposerMediaItem[] }>;

/** The accounts grouped by the files to leave out. Empty where that solves nothing, and during an upload. */
function cutsOf(
  fits: readonly TargetFit[],
  items: readonly ComposerMediaItem[],
): ReadonlyMap<string, readonly Cut[]> {
  const cuts = new Map<string, readonly Cut[]>();
  if (items.some(({ view }) => !view)) return cuts;
  for (const fit of fits) {
    const selection = selectionThatFits(items, fit);
    if (!selection) continue;
    const left = items.filter((item) => !selection.includes(item));
    const [kind = null, other] = [...new Set(left.map((item) => item.kind))];
    const label = TEXT.leaveOut(left.length, other ? null : kind);
    cuts.set(label, [...(cuts.get(label) ?? []), { fit, selection }]);
  }
  return cuts;
}
