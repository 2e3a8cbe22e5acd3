import type { PricesView } from '@posthorn/contracts/billing/billing.http';
import { money } from '@posthorn/contracts/shared/money';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

const TEXT = SUBSCRIBE_TEXT.price;
/** Formats days in UTC, because prices change at 00:00 UTC. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** The current price of Premium for new subscribers. Null: the prices failed to load. */
export function Price({ prices }: { prices: PricesView | null }) {
  if (!prices) return <PriceUnknown />;
  const { current, normally, next } = prices;
  const { amount, currency } = current;
  return (
    <>
      <PriceNow
        amount={money(amount, currency)}
        normally={amount < normally ? money(normally, currency) : null}
      />
      {next && <PriceNext from={day.format(new Date(next.from))} amount={money(next.amount, currency)} />}
    </>
  );
}

export const PriceUnknown = () => <p className="mt-2 text-sm text-muted">{TEXT.unknown}</p>;

/** `normally`: the higher price that others pay later; null: the price stays. */
export const PriceNow = ({ amount, normally }: Readonly<{ amount: string; normally: string | null }>) => (
  <>
    <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
      <span className="text-4xl font-semibold tracking-tight">{amount}</span>
      {/* Hidden from screen readers, because the text below repeats the price. */}
      {normally !== null && (
        <s aria-hidden className="text-lg text-muted">
          {normally}
        </s>
      )}
      <span className="text-sm text-muted">{SUBSCRIBE_TEXT.plans.premium.per}</span>
    </p>
    <p className="mt-1 text-sm text-muted">{normally === null ? TEXT.stays : TEXT.normally(normally)}</p>
  </>
);

export const PriceNext = ({ from, amount }: Readonly<{ from: string; amount: string }>) => (
  <p className="mt-1 text-sm text-muted">{TEXT.next(from, amount)}</p>
);
