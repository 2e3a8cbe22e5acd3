import { ownProblems, wantsAnswers, type TargetFit } from '../target-fit.ts';
import { TargetSetting } from './target-setting.tsx';

type Props = Readonly<{
  fits: readonly TargetFit[];
  /** The platforms' words for whoever writes for them. */
  hintOf: (fit: TargetFit) => string | undefined;
}>;

/**
 * What each chosen account gets for itself: what its platform wants to know, and a text of its own. Accounts that ask
 * something come first and stand open; the others are one line each.
 */
export function TargetSettings({ fits, hintOf }: Props) {
  if (fits.length === 0) return null;
  const asking = fits.filter(wantsAnswers);
  const others = fits.filter((fit) => !wantsAnswers(fit));
  const open = asking.filter((fit) => ownProblems(fit).length > 0).length;
  return (
    <section aria-labelledby="for-each-title" className="space-y-2">
      <div>
        <h3 id="for-each-title" className="text-sm font-medium">
          For each account
        </h3>
        <p className="text-sm text-muted">
          {open === 0
            ? asking.length === 0
              ? 'Everything here is optional.'
              : 'Everything is answered. The rest is optional.'
            : open === 1
              ? 'One account asks something. The rest is optional.'
              : `${String(open)} accounts ask something. The rest is optional.`}
        </p>
      </div>
      {[...asking, ...others].map((fit) => (
        <TargetSetting key={fit.account.id} fit={fit} hint={hintOf(fit)} />
      ))}
    </section>
  );
}
