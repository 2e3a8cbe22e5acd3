import type { BillingView, PortalFlow } from '@posthorn/contracts/billing/billing.http';
import { money } from '@posthorn/contracts/shared/money';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { byteSize } from '#lib/byte-size.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { ProBadge } from '#ui/pro-badge.tsx';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { billingQuery, useOpenPortal } from '../api/billing.ts';
import { storageQuery } from '../api/storage.ts';
import { PLAN_TEXT } from '../messages/plan.en.ts';
import { premiumAdds } from '../model/premium-adds.ts';

type PlanCardProps = Readonly<{
  user: UserView;
  /** The user has just returned from Stripe's page for the subscription. */
  isBack: boolean;
  onSeen: () => void;
}>;

/** Whether the subscription waits for a payment. The server then starts no other subscription. */
const isUnpaid = (billing: BillingView | null) =>
  ['past_due', 'unpaid', 'paused'].includes(billing?.status ?? '');

/** The plan, with links and buttons that upgrade, fix a payment or cancel. */
export function PlanCard({ user, isBack, onSeen }: PlanCardProps) {
  const { data: billing = null } = useQuery(billingQuery);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isBack) return;
    card.current?.scrollIntoView({ block: 'center' });
    onSeen();
  }, [isBack, onSeen]);
  return (
    <Card ref={card} aria-labelledby="plan">
      <h2 id="plan" className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        {PLAN_TEXT.heading}
        {user.isPremium && <ProBadge />}
      </h2>
      <p className="mt-2 font-medium">{user.isPremium ? PLAN_TEXT.premium : PLAN_TEXT.free}</p>
      {billing && <State billing={billing} />}
      <Storage />
      {user.isPremium || isUnpaid(billing) ? null : (
        <FreePlan isIncomplete={billing?.status === 'incomplete'} />
      )}
      {billing?.canOpenPortal && <Manage billing={billing} />}
    </Card>
  );
}

const FreePlan = ({ isIncomplete }: { isIncomplete: boolean }) => (
  <>
    {!isIncomplete && (
      <>
        <p id="premium-adds" className="mt-4 text-sm font-medium">
          {PLAN_TEXT.premiumAdds}
        </p>
        <ul aria-labelledby="premium-adds" className="mt-2 list-disc space-y-1 pl-5 text-sm text-muted">
          {premiumAdds().map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </>
    )}
    <UpgradeLink>{isIncomplete ? PLAN_TEXT.finish : PLAN_TEXT.upgrade}</UpgradeLink>
  </>
);

function Storage() {
  const { data } = useQuery(storageQuery);
  if (!data) return null;
  const isFull = data.bytes >= data.bytesMax || data.files >= data.filesMax;
  return (
    <>
      <Hint>{PLAN_TEXT.storage(byteSize(data.bytes), byteSize(data.bytesMax))}</Hint>
      {isFull && (
        <Note kind="warning" className="mt-3">
          {PLAN_TEXT.storageFull}
        </Note>
      )}
    </>
  );
}

// Always UTC, so that the day is the same as in the mails.
const dayAndMonth = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const thisYear = new Intl.DateTimeFormat('en-GB', dayAndMonth);
const otherYear = new Intl.DateTimeFormat('en-GB', { ...dayAndMonth, year: 'numeric' });

/** For example "27 Dec", with the year if it is not the current year. */
function shortDay(instant: string, now: number): string {
  const at = new Date(instant);
  const isThisYear = at.getUTCFullYear() === new Date(now).getUTCFullYear();
  return (isThisYear ? thisYear : otherYear).format(at);
}

function State({ billing }: { billing: BillingView }) {
  const now = useNow();
  const { status, plan, amount, currency, periodEnd, endsAt, cancelAtPeriodEnd } = billing;
  if (isUnpaid(billing))
    return (
      <Note kind="warning" className="mt-3">
        {billing.causes.includes('subscription') ? PLAN_TEXT.pastDue : PLAN_TEXT.unpaid}
      </Note>
    );
  if (plan === 'free') return status === 'incomplete' && <Hint>{PLAN_TEXT.incomplete}</Hint>;
  const end = endsAt ?? (cancelAtPeriodEnd ? periodEnd : null);
  if (end !== null && !billing.causes.includes('complimentary'))
    return <Hint>{PLAN_TEXT.until(shortDay(end, now))}</Hint>;
  if (billing.causes.includes('complimentary')) return <Hint>{PLAN_TEXT.given}</Hint>;
  if (amount === null || currency === null || periodEnd === null) return null;
  return <Hint>{PLAN_TEXT.renews(shortDay(periodEnd, now), money(amount, currency))}</Hint>;
}

const Hint = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>;

/** Buttons that open Stripe's page. When the user returns, the server asks Stripe for changes. */
function Manage({ billing }: { billing: BillingView }) {
  const { status, cancelAtPeriodEnd, endsAt } = billing;
  const isEnding = cancelAtPeriodEnd || endsAt !== null;
  const open = useOpenPortal();
  const portalButton = (label: string, flow: PortalFlow | null) => (
    <Button
      disabled={open.isPending}
      onClick={() => {
        open.mutate(flow);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isUnpaid(billing) && portalButton(PLAN_TEXT.card, 'payment-method')}
      {/* Opens the whole page, because Stripe has no separate page for resuming. */}
      {status === 'active' && isEnding && portalButton(PLAN_TEXT.resume, null)}
      {portalButton(PLAN_TEXT.manage, null)}
      {status === 'active' && !isEnding && portalButton(PLAN_TEXT.cancel, 'cancel')}
    </div>
  );
}
