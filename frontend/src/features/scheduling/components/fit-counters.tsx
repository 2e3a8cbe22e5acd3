import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import type { TargetFit } from '../target-fit.ts';

/** How long the text is for each chosen account, as that platform counts. */
export function FitCounters({ fits }: { fits: readonly TargetFit[] }) {
  if (fits.length === 0) return null;
  return (
    <ul aria-label="Length on each account" className="flex flex-wrap gap-x-4 gap-y-1">
      {fits.map(({ account: { id, platform, accountName }, used, max, over }) => (
        <li
          key={id}
          title={`${PLATFORM_NAMES[platform]}: ${accountName}`}
          className={classNames(
            'flex items-center gap-1.5 text-sm text-muted tabular-nums',
            over && 'font-medium text-failed',
          )}
        >
          {over ? (
            <TriangleAlert aria-hidden className="size-4" />
          ) : (
            <PlatformIcon platform={platform} className="size-4" />
          )}
          <span className={over ? undefined : 'sr-only'}>{PLATFORM_NAMES[platform]} </span>
          {used}/{max}
          {over && <span className="sr-only"> too long</span>}
        </li>
      ))}
    </ul>
  );
}

/** Why the post cannot go out like this, account by account. */
export function FitProblems({ id, fits }: { id: string; fits: readonly TargetFit[] }) {
  const bad = fits.filter(({ problems }) => problems.length > 0);
  if (bad.length === 0) return null;
  return (
    <div id={id} role="status" className="rounded-xl border border-failed/40 p-3 text-sm">
      <ul className="space-y-1.5">
        {bad.map(({ account, problems }) => (
          <li key={account.id} className="flex gap-2">
            <PlatformIcon platform={account.platform} className="mt-0.5 size-4 text-failed" />
            <span>
              <span className="font-medium">{account.accountName}</span>
              {problems.map((problem) => (
                <span key={problem} className="block">
                  {problem}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
