import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '#ui/button.tsx';
import { shortName } from '../account-names.ts';
import { COMPOSER_TEXT } from '../messages.en.ts';
import type { Fix, Place, TargetFit } from '../target-fit.ts';
import { FixButtons, type Fixing } from './fix-buttons.tsx';

const TEXT = COMPOSER_TEXT.problems;

type Props = Readonly<{ fits: readonly TargetFit[]; place: Place; id?: string; fixing: Fixing }>;
type Concerned = Readonly<{ fit: TargetFit; fix: Fix | undefined }>;

/** What accounts would refuse of a field that they share, told at that field: once, with all the accounts it concerns and a way out for each. */
export function FitProblems({ fits, place, id, fixing }: Props) {
  const accounts = fits.map(({ account }) => account);
  const concernedBy = new Map<string, readonly Concerned[]>();
  for (const fit of fits) {
    for (const { message, fix } of fit.problems.filter((problem) => problem.place === place))
      concernedBy.set(message, [...(concernedBy.get(message) ?? []), { fit, fix }]);
  }
  if (concernedBy.size === 0) return null;
  return (
    <ul id={id} aria-label={TEXT.list} className="space-y-1 text-sm">
      {[...concernedBy].map(([message, concerned]) => (
        <li key={message}>
          <p className="flex items-start gap-1.5 text-failed">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              {`${concerned.map(({ fit }) => shortName(fit.account, accounts)).join(', ')}: ${message}`}
            </span>
          </p>
          <div className="flex flex-wrap gap-x-3 pl-5.5">
            {concerned.map(({ fit, fix }) => (
              <FixButtons key={fit.account.id} fit={fit} fix={fix} among={fits} fixing={fixing} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

type SummaryProps = Readonly<{ id: string; fits: readonly TargetFit[]; onShow: () => void }>;

/** How many accounts stand against sending, and the way to the next thing to do. Read out when the number changes. */
export function FitSummary({ id, fits, onShow }: SummaryProps) {
  const accounts = fits.map(({ account }) => account);
  const [first, ...others] = fits.filter(({ problems }) => problems.length > 0);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-2 text-sm has-[p:empty]:hidden">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-failed" />
      <p id={id} role="status" className="min-w-0 flex-1 basis-32">
        {first &&
          (others.length === 0
            ? TEXT.notReady(shortName(first.account, accounts))
            : TEXT.manyNotReady(others.length + 1))}
      </p>
      <Button variant="link" size="inline" onClick={onShow}>
        {TEXT.show}
      </Button>
    </div>
  );
}
