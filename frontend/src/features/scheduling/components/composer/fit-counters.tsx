import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { takesText } from '@posthorn/contracts/integrations/precheck';
import { useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { shortName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';

const TEXT = COMPOSER_TEXT.content;

const SHOWN_AT_FIRST = 4;

/** The length of the text on each selected account, as its platform counts. Shows the lowest limits and every exceeded limit first. */
export function FitCounters({ fits: allFits }: { fits: readonly TargetFit[] }) {
  const [all, setAll] = useState(false);
  // A post type without text, such as a story, needs no counter.
  const fits = allFits.filter(({ account, options }) => takesText(account.limits, options));
  if (fits.length === 0) return null;
  const counts = countsOf(fits);
  const shown = all ? counts : counts.filter(({ over }, index) => over || index < SHOWN_AT_FIRST);
  const hidden = counts.length - shown.length;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm tabular-nums">
      <ul aria-label={TEXT.lengths} className="contents">
        {shown.map(({ name, platform, used, max, over }) => (
          <li
            key={name}
            title={name}
            className={classNames(
              'flex items-center gap-1.5',
              over ? 'font-medium text-failed' : 'text-muted',
            )}
          >
            {over ? (
              <TriangleAlert aria-hidden className="size-4" />
            ) : (
              <PlatformIcon platform={platform} className="size-4" />
            )}
            <span className={over ? undefined : 'sr-only'}>{name} </span>
            {used.toLocaleString('en')}/{max.toLocaleString('en')}
            {over && <span className="sr-only"> {TEXT.tooLong}</span>}
          </li>
        ))}
      </ul>
      {(hidden > 0 || all) && counts.length > SHOWN_AT_FIRST && (
        <Button
          variant="link"
          size="inline"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? TEXT.showFewer : TEXT.moreWithinLimit(hidden)}
        </Button>
      )}
    </div>
  );
}

/** Accounts of one platform with the same length and limit share a line. */
function countsOf(fits: readonly TargetFit[]) {
  const accounts = fits.map(({ account }) => account);
  return fits
    .filter((fit, index) => fits.findIndex((other) => countsAlike(fit, other)) === index)
    .map((fit) => ({
      name: shortName(
        fit.account,
        fits.every((other) => other.account.platform !== fit.account.platform || countsAlike(fit, other))
          ? []
          : accounts,
      ),
      platform: fit.account.platform,
      used: fit.used,
      max: fit.max,
      over: fit.over,
    }))
    .sort((one, other) => one.max - other.max);
}

const countsAlike = (one: TargetFit, other: TargetFit): boolean =>
  one.account.platform === other.account.platform && one.used === other.used && one.max === other.max;
