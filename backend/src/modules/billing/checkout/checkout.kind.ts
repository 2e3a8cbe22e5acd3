import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import { CallNotMade } from '#infrastructure/effects/call-not-made.ts';
import type {
  DecidedEffect,
  DecideOptions,
  EffectKind,
  LoadedEffect,
  Prepared,
} from '#infrastructure/effects/effect-kind.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { checkoutEvents, type Checkout } from '../domain/checkout.ts';
import { observe, type Fetched } from '../domain/observing.ts';
import type { SubscriptionEvent } from '../domain/subscription-events.ts';
import { subscriptionStream, type Subscription } from '../domain/subscription.ts';
import { StripeDoor } from '../stripe/stripe-door.ts';
import { failureOf, type StripeFailure } from '../stripe/stripe-failure.ts';
import { CheckoutPreparation, type ReadyCheckout } from './checkout-preparation.ts';
import type { DueCheckout } from './checkout-rows.ts';
import { TIMES, type CheckoutTimes } from './checkout-times.ts';

type Row = Pick<DueCheckout, 'userId' | 'attemptId'>;
/** The checkout, and whose customer it is for; null: nobody has begun one. */
type Task = Readonly<{ checkout: Checkout; customerId: string | null }> | null;

/**
 * The subscription that a checkout makes at Stripe, once: its truth is the person's stream. What is not known is looked for among the
 * customer's subscriptions, by the checkout that each names; the call is repeated only under the same key.
 */
@Injectable()
export class CheckoutEffect implements EffectKind<DueCheckout, Task, Fetched, ReadyCheckout> {
  readonly name = 'checkout';

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    private readonly stripe: StripeDoor,
    private readonly preparation: CheckoutPreparation,
    @Inject(TIMES) private readonly times: CheckoutTimes,
  ) {}

  causeOf({ attemptId }: Row): string {
    return `checkout:${attemptId}`;
  }

  async load({ userId, attemptId }: Row): Promise<LoadedEffect<Task> | null> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    return state.checkout?.attemptId === attemptId ? loadedOf(state) : null;
  }

  async decide(
    { userId, attemptId }: Row,
    _: Task,
    decision: (effect: Effect) => readonly Move<Fetched>[],
    { repeatable = true, ready }: DecideOptions<ReadyCheckout> = {},
  ): Promise<DecidedEffect<Task>> {
    const now = await this.clock.now();
    const events = (state: Subscription): SubscriptionEvent[] => {
      const { checkout } = state;
      // Somebody has begun anew since, or has another customer.
      if (checkout?.attemptId !== attemptId) return [];
      if (ready && ready.customerId !== state.customerId) return [];
      return decision(checkout.effect).flatMap((move) => {
        if (move.kind !== 'done') return checkoutEvents(userId, attemptId, now.toISOString(), move);
        // Whoever observed it before this knows more: then the checkout is done, and this is no `done` any more.
        const answer = { gone: false, subscriptions: [move.result] };
        return observe(state, answer, { userId, by: 'create', causeEventId: null, now });
      });
    };
    const { state, appended } = await this.writer.decide(subscriptionStream, userId, events, { repeatable });
    return { ...loadedOf(state), moved: appended.length > 0 };
  }

  async context(_: Row, task: Task): Promise<EffectContext> {
    const now = await this.clock.now();
    return {
      // Stripe keeps the first answer of a key, an error as well: asking again before looking would tell nothing.
      rule: 'after-negative-look-up',
      pace: 'limited',
      // The key makes the late call the same one.
      isHarmlessWhenLate: true,
      visibility: this.times.shownWithin,
      now,
      random: Math.random(),
      due: task?.checkout.startedAt ?? now.toISOString(),
      times: this.times,
    };
  }

  prepare({ row }: Lease<DueCheckout>, { task }: LoadedEffect<Task>): Promise<Prepared<ReadyCheckout>> {
    const gone = { kind: 'refused', reason: 'not-there', words: null, retryable: false } as const;
    return task ? this.preparation.prepare(row.userId, task.checkout) : Promise.resolve(gone);
  }

  async call({ userId }: Row, ready: ReadyCheckout): Promise<AttemptOutcome<Fetched>> {
    try {
      return { kind: 'done', result: await this.stripe.createSubscription({ userId, ...ready }) };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'unsent') throw new CallNotMade(error);
      return outcomeOf(failure, await this.clock.now());
    }
  }

  async lookUp(_: Row, { task }: LoadedEffect<Task>): Promise<LookUpAnswer<Fetched>> {
    if (!task?.customerId) return { kind: 'absent' };
    const { attemptId } = task.checkout;
    const { subscriptions } = await this.stripe.customerState(task.customerId);
    const made = subscriptions.find((each) => each.attemptId === attemptId);
    return made ? { kind: 'done', result: made } : { kind: 'absent' };
  }
}

/** What came of a call that did not answer with a subscription. */
function outcomeOf(failure: Exclude<StripeFailure, { kind: 'unsent' }>, now: Date): AttemptOutcome<never> {
  switch (failure.kind) {
    case 'busy': {
      const until = new Date(now.getTime() + failure.waitMs).toISOString();
      return { kind: 'postponed', reason: 'rate-limited', words: null, until };
    }
    case 'refused':
      return { kind: 'refused', reason: 'refused', words: failure.words, retryable: false };
    case 'key':
    case 'gone':
      return { kind: 'refused', reason: failure.kind, words: null, retryable: false };
    case 'unclear':
      return { kind: 'unknown', cause: failure.cause, words: null };
  }
}

const loadedOf = ({ checkout, customerId }: Subscription): LoadedEffect<Task> => ({
  effect: checkout?.effect ?? NEVER_BEGUN,
  task: checkout && { checkout, customerId },
});

const NEVER_BEGUN: Effect = { ...NEW_EFFECT, status: 'cancelled' };
