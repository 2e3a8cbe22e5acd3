import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { requestLink } from '@posthorn/contracts/identity/session.http';
import type { ReactNode } from 'react';
import { PlanPoints } from '#features/billing/components/plan-points.tsx';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { LANDING_TEXT } from './messages.en.ts';

const { pricing } = LANDING_TEXT;

/** The price of Premium, in parts that the server combines. The server inserts `amount`, `normally`, `from` and `next`. */
export const PriceNow = ({ amount }: { amount: ReactNode }) => (
  <>
    <p className="mt-2 text-4xl font-semibold tracking-tight">{amount}</p>
    <p className="mt-1 text-sm text-muted">{pricing.premium.per}</p>
  </>
);
export const PriceNormally = ({ normally }: { normally: ReactNode }) => (
  <p className="mt-1 text-sm text-muted">
    {pricing.premium.normally} {normally}. {pricing.premium.stays}
  </p>
);
export const PriceNext = ({ from, next }: { from: ReactNode; next: ReactNode }) => (
  <p className="mt-1 text-sm text-muted">
    {pricing.premium.from} {from}: {next}.
  </p>
);

/** `price`: a placeholder for the price of Premium, which the server inserts. */
export const Pricing = ({ price }: { price: ReactNode }) => (
  <section id="pricing" className="mx-auto max-w-6xl scroll-mt-14 px-side py-16 lg:py-24">
    <h2 className="text-[min(8vw,1.875rem)] font-semibold tracking-tight text-balance sm:text-4xl">
      {pricing.heading}
    </h2>
    <p className="mt-3 text-[min(1.125rem,6.5vw)] text-muted">{pricing.hint}</p>
    <div className="mt-10 grid grid-cols-1 gap-4 md:grid-cols-2">
      <Plan title={pricing.free.title} entitlements={ENTITLEMENTS.free}>
        <p className="mt-2 text-4xl font-semibold tracking-tight">{pricing.free.price}</p>
        <p className="mt-1 text-sm text-muted">{pricing.free.per}</p>
        <Button asChild size="large" className="mt-6 w-full">
          <a href={requestLink.path}>{pricing.free.start}</a>
        </Button>
      </Plan>
      <Plan title={pricing.premium.title} entitlements={ENTITLEMENTS.premium} isHighlighted>
        {price}
        <Button asChild variant="primary" size="large" className="mt-6 w-full">
          {/* A full page load, because the subscription page has its own content security policy. */}
          <a href="/subscribe">{pricing.premium.start}</a>
        </Button>
      </Plan>
    </div>
  </section>
);

type PlanProps = Readonly<{
  title: string;
  entitlements: Entitlements;
  isHighlighted?: boolean;
  children: ReactNode;
}>;

const Plan = ({ title, entitlements, isHighlighted = false, children }: PlanProps) => (
  <article
    aria-label={title}
    className={classNames(
      'rounded-3xl border bg-surface p-[min(1.5rem,5vw)] shadow-card sm:p-8',
      isHighlighted && 'border-primary ring-1 ring-primary',
    )}
  >
    <h3 className="text-lg font-semibold">{title}</h3>
    {children}
    <PlanPoints plan={entitlements} className="mt-6" />
  </article>
);
