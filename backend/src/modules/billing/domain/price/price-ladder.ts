import { DAY_MS } from '@posthorn/contracts/shared/durations';

type Ladder = Readonly<{
  currency: string;
  interval: string;
  steps: readonly Readonly<{ afterDays: number; cents: number }>[];
}>;

/** A price. `lookupKey`: the key with which Stripe finds the price. `next.from`: the first day of the next price, from 00:00 UTC. */
export type LadderStep = Readonly<{
  amount: number;
  currency: string;
  lookupKey: string;
  next: Readonly<{ amount: number; from: string }> | null;
}>;

/**
 * Returns the step of the ladder for a person who subscribes now. Before the first day of the ladder, this is the first step.
 * @param since the first day of the ladder, for example `2026-11-01`
 */
export function stepAt(ladder: Ladder, since: string, now: Date): LadderStep {
  const days = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS);
  const stepIndex = Math.max(
    0,
    ladder.steps.findLastIndex(({ afterDays }) => days >= afterDays),
  );
  const step = ladder.steps[stepIndex];
  if (!step) throw new Error('The price ladder has no steps');
  const next = ladder.steps[stepIndex + 1];
  return {
    amount: step.cents,
    currency: ladder.currency,
    lookupKey: lookupKeyOf(ladder, step.cents),
    next: next
      ? {
          amount: next.cents,
          from: new Date(Date.parse(since) + next.afterDays * DAY_MS).toISOString().slice(0, 10),
        }
      : null,
  };
}

export const lookupKeyOf = ({ currency, interval }: Omit<Ladder, 'steps'>, cents: number): string =>
  `premium_${String(cents)}_${currency}_${interval}`;
