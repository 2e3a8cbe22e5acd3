import type { BillingView } from '@posthorn/contracts/billing/billing.http';
import type { StripeState, StripeSubscription } from '../../stripe-control.ts';

/** A person of the run, and the final view of their subscription in the product. */
export type Person = Readonly<{
  userId: string;
  view: Pick<BillingView, 'plan' | 'status'>;
  /** Whether the person had Premium before any payment. */
  wasGivenPremium: boolean;
}>;

export type CheckoutTally = Readonly<{
  people: number;
  subscriptions: number;
  /** Subscriptions with a paid invoice. */
  paid: number;
  premium: number;
  /** People with two active subscriptions, or with two paid ones at the same time, over all their customers. */
  doubled: number;
  /** People with Premium but without a paid, active subscription. */
  unpaid: number;
  /** People with a paid, active subscription but without Premium. */
  unserved: number;
  /** People whose subscription differs between the product and Stripe. */
  unrecorded: number;
  /** Unfinished checkouts. */
  open: number;
  /** Subscriptions without a person. */
  strangers: number;
  /** Further customers of a person. An active subscription of such a customer counts as doubled. */
  spareCustomers: number;
  problems: readonly string[];
}>;

type OwnedSubscription = StripeSubscription & Readonly<{ isPaid: boolean }>;
type Counted = Person & Readonly<{ customers: number; owned: readonly OwnedSubscription[] }>;

const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
const isOver = ({ status }: OwnedSubscription): boolean => OVER.has(status);

/** Compares the product's subscriptions with Stripe's. @param open unfinished checkouts */
export function tallyCheckouts(people: readonly Person[], stripe: StripeState, open: number): CheckoutTally {
  const paid = new Set(
    stripe.invoices
      .filter(({ status }) => status === 'paid')
      .map(({ parent }) => parent?.subscription_details?.subscription),
  );
  const owners = new Map(stripe.customers.map(({ id, metadata }) => [id, metadata?.['userId'] ?? '']));
  const owned = stripe.subscriptions.map((each): OwnedSubscription => ({
    ...each,
    isPaid: paid.has(each.id),
  }));
  const all = people.map((person): Counted => {
    const isTheirs = (customer: string): boolean => owners.get(customer) === person.userId;
    return {
      ...person,
      customers: stripe.customers.filter(({ id }) => isTheirs(id)).length,
      owned: owned.filter(({ customer }) => isTheirs(customer)),
    };
  });
  const known = new Set(people.map(({ userId }) => userId));
  const strangers = owned.filter(({ customer }) => !known.has(owners.get(customer) ?? ''));
  return {
    people: all.length,
    subscriptions: owned.length,
    paid: owned.filter(({ isPaid }) => isPaid).length,
    premium: all.filter(({ view }) => view.plan === 'premium').length,
    doubled: all.filter(isDoubled).length,
    unpaid: all.filter(isUnpaid).length,
    unserved: all.filter(isUnserved).length,
    unrecorded: all.filter(isUnrecorded).length,
    open,
    strangers: strangers.length,
    spareCustomers: all.reduce((sum, { customers }) => sum + Math.max(0, customers - 1), 0),
    problems: [
      ...all
        .filter((each) => [isDoubled, isUnpaid, isUnserved, isUnrecorded].some((is) => is(each)))
        .map(describe),
      ...strangers.map(({ id }) => `${id} belongs to nobody`),
      ...(open > 0 ? [`${String(open)} checkouts are still being tried`] : []),
    ],
  };
}

function isDoubled({ owned }: Counted): boolean {
  if (owned.filter((each) => !isOver(each)).length > 1) return true;
  const paid = owned.filter(({ isPaid }) => isPaid).sort((one, other) => one.created - other.created);
  return paid.some(({ created }, index) => {
    const previous = paid[index - 1];
    return previous !== undefined && (previous.ended_at ?? Infinity) > created;
  });
}

const hasPaidSubscription = ({ owned }: Counted): boolean =>
  owned.some((each) => each.status === 'active' && each.isPaid);
const isUnpaid = (each: Counted): boolean =>
  each.wasGivenPremium || (each.view.plan === 'premium' && !hasPaidSubscription(each));
const isUnserved = (each: Counted): boolean => each.view.plan === 'free' && hasPaidSubscription(each);

function isUnrecorded({ owned, view }: Counted): boolean {
  const current =
    owned.find(({ status }) => status === 'active') ??
    owned.find(({ status }) => status === 'incomplete') ??
    owned.at(-1);
  return view.status !== (current?.status ?? null);
}

const describe = ({ userId, view, wasGivenPremium, owned, customers }: Counted): string =>
  `${userId} is ${view.plan} (${view.status ?? 'no subscription'})${wasGivenPremium ? ', was so before paying' : ''}; at Stripe ` +
  `${String(customers)} customers, ` +
  owned
    .map(
      ({ id, status, isPaid, created, ended_at: ended }) =>
        `${id} ${status}${isPaid ? ' paid' : ''} ${String(created)}-${String(ended ?? '')}`,
    )
    .join(', ');
