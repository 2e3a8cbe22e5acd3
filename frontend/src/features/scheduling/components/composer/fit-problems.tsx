import ChevronDown from 'lucide-react/icons/chevron-down';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '#ui/button.tsx';
import { shortName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { ProblemPlace, TargetFit } from '../../model/composer/target-fit.ts';
import { FixButtons, type AffectedAccount, type Fixing } from './fix-buttons.tsx';

const TEXT = COMPOSER_TEXT.problems;

type Props = Readonly<{ fits: readonly TargetFit[]; place: ProblemPlace; id?: string; fixing: Fixing }>;

/** With more accounts, one row of buttons for each account would hide the field, so the rows are folded. */
const MOST_UNFOLDED = 3;

/** Shows each problem of a shared field once, with its accounts and a fix for each account. */
export function FitProblems({ fits, place, id, fixing }: Props) {
  const accounts = fits.map(({ account }) => account);
  const affectedBy = new Map<string, readonly AffectedAccount[]>();
  for (const fit of fits) {
    for (const { message, fix } of fit.problems.filter((problem) => problem.place === place))
      affectedBy.set(message, [...(affectedBy.get(message) ?? []), { fit, fix }]);
  }
  if (affectedBy.size === 0) return null;
  return (
    <ul id={id} aria-label={TEXT.list} className="space-y-1 text-sm">
      {[...affectedBy].map(([message, affected]) => (
        <li key={message}>
          <p className="flex items-start gap-1.5 text-failed">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              {`${affected.map(({ fit }) => shortName(fit.account, accounts)).join(', ')}: ${message}`}
            </span>
          </p>
          <div className="flex flex-wrap gap-x-3 pl-5.5">
            {affected.length > MOST_UNFOLDED ? (
              <FixButtons affected={affected} among={fits} fixing={fixing} />
            ) : (
              <EachAlone affected={affected} among={fits} fixing={fixing} />
            )}
          </div>
          {affected.length > MOST_UNFOLDED && (
            <details className="group pl-5.5">
              <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-muted">
                <ChevronDown
                  aria-hidden
                  className="size-4 shrink-0 transition-transform group-open:rotate-180"
                />
                {TEXT.oneByOne}
              </summary>
              <div className="flex flex-wrap gap-x-3">
                <EachAlone affected={affected} among={fits} fixing={fixing} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

type EachAloneProps = Readonly<{
  affected: readonly AffectedAccount[];
  among: readonly TargetFit[];
  fixing: Fixing;
}>;

const EachAlone = ({ affected, among, fixing }: EachAloneProps) =>
  affected.map((each) => (
    <FixButtons key={each.fit.account.id} affected={[each]} among={among} fixing={fixing} />
  ));

type SummaryProps = Readonly<{ id: string; fits: readonly TargetFit[]; onShow: () => void }>;

/** Shows how many accounts have problems, with a button to the next problem. Screen readers announce a new number. */
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
