import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '#ui/button.tsx';
import { shortName } from '../account-names.ts';
import type { Place, TargetFit } from '../target-fit.ts';

type Props = Readonly<{ fits: readonly TargetFit[]; place: Place; id?: string }>;

/** What accounts would refuse of a field that they share, told at that field: once, with all the accounts it concerns. */
export function FitProblems({ fits, place, id }: Props) {
  const accounts = fits.map(({ account }) => account);
  const namesBy = new Map<string, readonly string[]>();
  for (const { account, problems } of fits) {
    for (const { message } of problems.filter((problem) => problem.place === place))
      namesBy.set(message, [...(namesBy.get(message) ?? []), shortName(account, accounts)]);
  }
  if (namesBy.size === 0) return null;
  return (
    <ul id={id} aria-label="Not accepted as it is" className="space-y-1 text-sm text-failed">
      {[...namesBy].map(([message, names]) => (
        <li key={message} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{`${names.join(', ')}: ${message}`}</span>
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
            ? `${shortName(first.account, accounts)} is not ready yet.`
            : `${String(others.length + 1)} accounts are not ready yet.`)}
      </p>
      <Button variant="link" size="inline" onClick={onShow}>
        Show what is missing
      </Button>
    </div>
  );
}
