import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { useId, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';
import { PlanPoints } from './plan-points.tsx';

const { plans: TEXT } = SUBSCRIBE_TEXT;

type PlanComparisonProps = Readonly<{
  /** The price of Premium. */
  price: ReactNode;
  /** The plan of the user; null: a visitor. */
  plan: 'free' | 'premium' | null;
  /** The button that leads to Premium. */
  children: ReactNode;
}>;

/** Shows both plans side by side with aligned rows. On a phone, Premium comes first, so that its button is visible. */
export const PlanComparison = ({ price, plan, children }: PlanComparisonProps) => (
  <div className="grid gap-4 md:grid-cols-2 md:grid-rows-[auto_auto_1fr]">
    <Plan
      title={TEXT.free.title}
      entitlements={ENTITLEMENTS.free}
      price={
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
          <span className="text-4xl font-semibold tracking-tight">{TEXT.free.price}</span>
          <span className="text-sm text-muted">{TEXT.free.per}</span>
        </p>
      }
    >
      {plan === null && (
        <Button asChild size="large" className="w-full">
          <a href="/login">{TEXT.free.start}</a>
        </Button>
      )}
      {plan === 'free' && (
        <p className="flex min-h-12 items-center justify-center rounded-xl border border-dashed text-center text-sm text-muted">
          {TEXT.current}
        </p>
      )}
    </Plan>
    <Plan title={TEXT.premium.title} entitlements={ENTITLEMENTS.premium} price={price} isHighlighted>
      {children}
    </Plan>
  </div>
);

type PlanProps = Readonly<{
  title: string;
  entitlements: Entitlements;
  price: ReactNode;
  isHighlighted?: boolean;
  children: ReactNode;
}>;

function Plan({ title, entitlements, price, isHighlighted = false, children }: PlanProps) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className={classNames(
        'grid min-w-0 content-start gap-5 rounded-3xl border bg-surface p-[min(1.5rem,5vw)] shadow-card md:row-span-3 md:grid-rows-subgrid',
        isHighlighted && 'border-primary ring-1 ring-primary max-md:order-first',
      )}
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {price}
      </div>
      <div>{children}</div>
      <PlanPoints plan={entitlements} />
    </article>
  );
}
