import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { classNames } from '#lib/class-names.ts';
import { PLAN_POINTS_TEXT } from '../messages/plan-points.en.ts';
import { planPoints } from '../model/plan-points.ts';

type PlanPointsProps = Readonly<{ plan: Entitlements; className?: string }>;

/** Lists the features that a plan has and lacks. Does not need a script, because the landing page also uses it. */
export const PlanPoints = ({ plan, className }: PlanPointsProps) => (
  <ul className={classNames('space-y-3', className)}>
    {planPoints(plan).map(({ words, has }) => (
      <li key={words} className={classNames('flex gap-[12px]', !has && 'text-muted')}>
        {has ? (
          <Check aria-hidden className="mt-0.5 size-[20px] shrink-0 text-posted" />
        ) : (
          <Minus aria-hidden className="mt-0.5 size-[20px] shrink-0" />
        )}
        <span className="min-w-0 wrap-break-word">
          {!has && <span className="sr-only">{PLAN_POINTS_TEXT.missing} </span>}
          {words}
        </span>
      </li>
    ))}
  </ul>
);
