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

/** The data for fixes. Without `onRemove`, the user cannot remove accounts. */
export type Fixing = Readonly<{
  isPremium: boolean;
  items: readonly ComposerMediaItem[];
  onRemove?: ((accountIds: readonly number[]) => void) | undefined;
}>;

/** An account with a problem, and the fix of this problem, if there is one. */
export type AffectedAccount = Readonly<{ fit: TargetFit; fix: Fix | undefined }>;

type FixButtonsProps = Readonly<{
  /** The accounts that share the problem. */
  affected: readonly AffectedAccount[];
  /** All accounts of the post, which decide whether a name needs the account. */
  among: readonly TargetFit[];
  fixing: Fixing;
}>;

/** Buttons for these accounts: some fix the problem, another removes the accounts from the post. */
export function FixButtons({ affected, among, fixing: { isPremium, items, onRemove } }: FixButtonsProps) {
  const { getValues } = useFormContext<PostFields>();
  const { fieldsFor, change } = useTargets();
  const nameOf = (fits: readonly TargetFit[]): string => {
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
    const content = fit.textSource === 'own' ? fieldsFor(id).content : getValues('content');
    const shorter = shortenedFor(fit, { content, hashtags: getValues('hashtags') }, !isPremium);
    if (shorter !== null) change(id, { own: true, content: shorter });
  };
  const fits = affected.map(({ fit }) => fit);
  const tooLong = affected.filter(({ fix }) => fix === 'shorten').map(({ fit }) => fit);
  const tooMuch = affected.filter(({ fix }) => fix === 'leaveOut').map(({ fit }) => fit);
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
          {TEXT.shorten(nameOf(tooLong))}
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
          {TEXT.on(label, nameOf(cuts.map(({ fit }) => fit)))}
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
          {TEXT.remove(nameOf(fits))}
        </Button>
      )}
    </>
  );
}

type Cut = Readonly<{ fit: TargetFit; selection: readonly ComposerMediaItem[] }>;

/** Groups the accounts by the files to leave out. Omits accounts whose problem this does not solve. Empty during an upload. */
function cutsOf(
  fits: readonly TargetFit[],
  items: readonly ComposerMediaItem[],
): ReadonlyMap<string, readonly Cut[]> {
  const cuts = new Map<string, readonly Cut[]>();
  if (items.some(({ view }) => !view)) return cuts;
  for (const fit of fits) {
    const selection = selectionThatFits(items, fit);
    if (!selection) continue;
    const leftOut = items.filter((item) => !selection.includes(item));
    const [kind = null, other] = [...new Set(leftOut.map((item) => item.kind))];
    const label = TEXT.leaveOut(leftOut.length, other ? null : kind);
    cuts.set(label, [...(cuts.get(label) ?? []), { fit, selection }]);
  }
  return cuts;
}
