import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually } from '../../eventually.ts';
import { SandboxControl, type Fault } from '../../sandbox-control.ts';
import { StripeControl } from '../../stripe-control.ts';
import type { ChaosSetup } from '../chaos-setup.ts';
import { tallyCheckouts, type CheckoutTally, type Person } from './checkout-tally.ts';
import { Subscriber, type CheckoutCounts } from './subscriber.ts';
import { FOLLOWED_VIEW } from '#modules/billing/read-models/followed-subscriptions/followed-subscriptions.projection.ts';
import { effectsView } from '../../../src/infrastructure/effects/open-effects.projection.ts';

/** A new visit starts five times in a second, whether or not earlier visits have ended. */
const VISIT_EVERY_MS = 200;
/** How often the writer changes the fault and the webhook mode, and starts a part of the nightly checks. */
const TURN_EVERY_MS = 2_000;
const SETTLE_SECONDS = 300;
/** An interrupted check is due again within this time. So a check that is due so soon is not over. */
const RETRY_SECONDS = 10;
/** The number of visits after the last kill. On a busy machine, no visit before may have ended with a payment. */
const LAST_VISITS = 16;

/** A fault that is listed twice is chosen twice as often. Without a `call`, the call that creates a subscription gets the fault. */
const FAULTS: readonly Readonly<{ fault: Fault; call?: string }>[] = [
  ...(['dropAfterAccept', 'dropAfterAccept', 'hang', 'hold', 'http429', 'http500'] as const).map((fault) => ({
    fault,
  })),
  { fault: 'dropAfterAccept', call: 'POST /v1/customers' },
  { fault: 'http500', call: 'POST /v1/customers' },
  { fault: 'http500', call: 'GET /v1/subscriptions' },
];
const WEBHOOKS = ['on', 'off', 'shuffle', 'twice'] as const;

/** Keeps people subscribing, with faults of Stripe, all webhook modes, and nightly checks in between. */
export class CheckoutWriter {
  readonly counts: CheckoutCounts = { asked: 0, later: 0, paid: 0, ended: 0 };
  readonly faults: Record<string, number> = {};
  readonly #sandbox: SandboxControl;
  readonly #stripe: StripeControl;
  readonly #database: Client;
  readonly #visits = new Set<Promise<void>>();
  readonly #errors: string[] = [];
  #people: readonly Subscriber[] = [];

  /** @param size number of people; each may send sixty requests in ten minutes */
  constructor(
    private readonly setup: ChaosSetup,
    private readonly random: () => number,
    private readonly size: number,
  ) {
    this.#sandbox = new SandboxControl(setup.sandboxUrl);
    this.#stripe = new StripeControl(setup.sandboxUrl);
    this.#database = new Client({ connectionString: setup.env({})['DATABASE_URL'] });
  }

  async begin(): Promise<void> {
    await this.#database.connect();
    const people: Subscriber[] = [];
    for (let number = 0; number < this.size; number += 1)
      people.push(await Subscriber.signedIn(this.setup, number, this.#stripe, this.random, this.counts));
    this.#people = people;
  }

  async write(isOver: () => boolean): Promise<void> {
    await Promise.all([this.#visitAll(isOver), this.#turnAll(isOver)]);
    await Promise.all(this.#visits);
  }

  /** Counts after all nightly checks have run once more, with webhooks off. */
  async settled(): Promise<CheckoutTally> {
    await this.#waitForCheckouts();
    // These visits follow the last kill, so some people surely pay.
    const lastVisitors = this.#people.slice(0, LAST_VISITS);
    lastVisitors.forEach((subscriber) => {
      this.#begin(subscriber);
    });
    await Promise.all(this.#visits);
    await this.#stripe.webhooks('off');
    await this.#waitForCheckouts();
    await eventually(() => this.#expectAllFollowed(), SETTLE_SECONDS);
    await this.#startNight();
    await eventually(() => this.#expectNightOver(), SETTLE_SECONDS);
    const tally = tallyCheckouts(
      await this.#finalViews(),
      await this.#stripe.state(),
      await this.#openCheckouts(),
    );
    await this.#database.end();
    return { ...tally, problems: [...this.#errors, ...tally.problems] };
  }

  async #waitForCheckouts(): Promise<void> {
    await eventually(async () => {
      const open = await this.#openCheckouts();
      if (open > 0) throw new Error(`${String(open)} checkouts are still being tried`);
    }, SETTLE_SECONDS).catch(() => undefined);
  }

  async #visitAll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const free = this.#people.filter(({ isBusy }) => !isBusy);
      const subscriber = free[Math.floor(this.random() * free.length)];
      if (subscriber) this.#begin(subscriber);
      await pause(VISIT_EVERY_MS);
    }
  }

  #begin(subscriber: Subscriber): void {
    const visit = subscriber
      .visit()
      .catch((error: unknown) => this.#errors.push(`${subscriber.userId}: ${String(error)}`))
      .then(() => {
        this.#visits.delete(visit);
      });
    this.#visits.add(visit);
  }

  async #turnAll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#sandbox.release();
      await this.#stripe.webhooks(this.#oneOf(WEBHOOKS));
      const { fault, call } = this.#oneOf(FAULTS);
      this.faults[fault] = (this.faults[fault] ?? 0) + 1;
      await this.#sandbox.fault('stripe', fault, 1, 1, call);
      await this.#startNight(0.3);
      await pause(TURN_EVERY_MS);
    }
    await this.#sandbox.release();
  }

  /** Makes nightly checks due. @param share the share of people whose check becomes due */
  async #startNight(share = 1): Promise<void> {
    await this.#database.query(`update ${FOLLOWED_VIEW} set due_at = now() where random() < $1`, [share]);
    await this.#database.query('update billing.night set due_at = now()');
  }

  async #expectNightOver(): Promise<void> {
    const due = await this.#count(
      `select count(*)::int as count from (select due_at from ${FOLLOWED_VIEW}
       union all select due_at from billing.night) looks where due_at <= now() + make_interval(secs => $1)`,
      [RETRY_SECONDS],
    );
    if (due > 0) throw new Error(`${String(due)} checks of the night are left`);
  }

  /** @throws Error until the read model lists every person with a subscription for a check */
  async #expectAllFollowed(): Promise<void> {
    const open = (await this.#finalViews()).filter(({ view }) =>
      ['active', 'incomplete'].includes(view.status ?? ''),
    );
    const ids = open.map(({ userId }) => userId);
    const followed = await this.#count(
      `select count(*)::int as count from ${FOLLOWED_VIEW} where user_id = any ($1)`,
      [ids],
    );
    if (followed < ids.length) throw new Error(`${String(ids.length - followed)} are not followed yet`);
  }

  #openCheckouts(): Promise<number> {
    return this.#count(`select count(*)::int as count from ${effectsView('billing_checkout_due')}`);
  }

  async #count(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const { rows } = await this.#database.query<{ count: number }>(sql, [...parameters]);
    return rows[0]?.count ?? 0;
  }

  #finalViews(): Promise<readonly Person[]> {
    return Promise.all(this.#people.map((each) => each.finalView()));
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  }
}
