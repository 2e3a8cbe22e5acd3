import type { PricesView } from '@posthorn/contracts/billing/billing.http';
import { money } from '@posthorn/contracts/shared/money';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

const TEXT = SUBSCRIBE_TEXT.price;
/** Formats days in UTC, because prices change at 00:00 UTC. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** The current price of Premium for new subscribers. */
export function Price({ prices }: { prices: PricesView | null }) {
  if (!prices) return <p className="mt-2 text-sm text-muted">{TEXT.unknown}</p>;
  const { current, normally, next } = prices;
  const { amount, currency } = current;
  return (
    <>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="text-4xl font-semibold tracking-tight">{money(amount, currency)}</span>
        {/* Hidden from screen readers, because the text below repeats the price. */}
        {amount < normally && (
          <s aria-hidden className="text-lg text-muted">
            {money(normally, currency)}
          </s>
        )}
        <span className="text-sm text-muted">{SUBSCRIBE_TEXT.plans.premium.per}</span>
      </p>
      <p className="mt-1 text-sm text-muted">
        {amount < normally ? TEXT.normally(money(normally, currency)) : TEXT.stays}
      </p>
      {next && (
        <p className="mt-1 text-sm text-muted">
          {TEXT.next(day.format(new Date(next.from)), money(next.amount, currency))}
        </p>
      )}
    </>
  );
}
