import type Stripe from 'stripe';
import { BoundedMap } from '../state/bounded-map.ts';
import type { JournaledStore } from '../state/journal.ts';
import { SEEDS } from './objects/seeds.ts';

/** The stored objects, in the format of the pinned API version. References are ids, never objects. */
type Objects = {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  product: Stripe.Product;
  price: Stripe.Price;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  event: KeptEvent;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'billing_portal.session': Stripe.BillingPortal.Session;
};
export type StripeKind = keyof Objects;
export type Kept<K extends StripeKind = StripeKind> = Objects[K];

/** An event before it is rendered for an API version; `pending_webhooks` is stored separately. */
export type KeptEvent = Readonly<{
  id: string;
  object: 'event';
  type: string;
  created: number;
  data: Readonly<{ object: Kept; previous_attributes?: Readonly<Record<string, unknown>> }>;
  request: Readonly<{ id: string | null; idempotency_key: string | null }>;
}>;

/** The stored response to the first request with this idempotency key. */
export type FirstAnswer = Readonly<{
  key: string;
  fingerprint: string;
  status: number;
  body: unknown;
  requestId: string;
  /** Milliseconds of the system clock, not of the simulated Stripe clock. */
  at: number;
}>;

export type WebhookMode = 'on' | 'off' | 'shuffle' | 'twice';
export type WebhookSending = Readonly<{ mode: WebhookMode; delaySeconds: number; apiVersion: string | null }>;
export type Delivery = Readonly<{ eventId: string; type: string; status: number | null; at: string }>;

export type StripeEntry =
  | Readonly<{ type: 'kept'; objects: readonly Kept[]; answer?: FirstAnswer }>
  | Readonly<{ type: 'answered'; answer: FirstAnswer }>
  | Readonly<{ type: 'advanced'; milliseconds: number }>
  | Readonly<{ type: 'declining'; customer: string; declines: boolean }>
  | Readonly<{ type: 'credit'; cents: number }>
  | Readonly<{ type: 'sending'; change: Partial<WebhookSending> }>
  | Readonly<{ type: 'delivered'; delivery: Delivery }>;

const LISTED_DELIVERIES = 1000;
const ON: WebhookSending = { mode: 'on', delaySeconds: 0, apiVersion: null };

/** The whole state of Stripe. Only `apply` changes it. */
export class StripeStore implements JournaledStore<StripeEntry> {
  readonly #kinds = new Map<StripeKind, BoundedMap<string, Kept>>();
  readonly #answers = new BoundedMap<string, FirstAnswer>(50_000);
  readonly #declining = new Set<string>();
  readonly #received = new Set<string>();
  #deliveries: Delivery[] = [];
  #ahead = 0;
  /** The starting credit of the next new customer, in cents. */
  #credit = 0;
  #sending = ON;

  constructor() {
    this.#seed();
  }

  /** How far Stripe's clock is ahead of the system clock, in milliseconds. */
  get ahead(): number {
    return this.#ahead;
  }

  get credit(): number {
    return this.#credit;
  }

  get sending(): WebhookSending {
    return this.#sending;
  }

  /** The most recent deliveries, oldest first. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  get<K extends StripeKind>(kind: K, id: string): Kept<K> | undefined {
    return this.#kinds.get(kind)?.get(id) as Kept<K> | undefined;
  }

  /** Oldest first. */
  all<K extends StripeKind>(kind: K): readonly Kept<K>[] {
    return [...(this.#kinds.get(kind)?.values() ?? [])] as Kept<K>[];
  }

  answer(key: string): FirstAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Whether every charge of the customer is declined. */
  declines(customer: string): boolean {
    return this.#declining.has(customer);
  }

  get declining(): readonly string[] {
    return [...this.#declining];
  }

  /** Whether the product has accepted the event. */
  isReceived(eventId: string): boolean {
    return this.#received.has(eventId);
  }

  apply(entry: StripeEntry): void {
    switch (entry.type) {
      case 'kept':
        for (const object of entry.objects) this.#keep(object);
        if (entry.answer) this.#answers.set(entry.answer.key, entry.answer);
        return;
      case 'answered':
        this.#answers.set(entry.answer.key, entry.answer);
        return;
      case 'advanced':
        this.#ahead += entry.milliseconds;
        return;
      case 'declining':
        if (entry.declines) this.#declining.add(entry.customer);
        else this.#declining.delete(entry.customer);
        return;
      case 'credit':
        this.#credit = entry.cents;
        return;
      case 'sending':
        this.#sending = { ...this.#sending, ...entry.change };
        return;
      case 'delivered':
        this.#deliveries.push(entry.delivery);
        if (this.#deliveries.length > LISTED_DELIVERIES) this.#deliveries.shift();
        if (entry.delivery.status === 200) this.#received.add(entry.delivery.eventId);
    }
  }

  clear(): void {
    this.#kinds.clear();
    this.#answers.clear();
    this.#declining.clear();
    this.#received.clear();
    this.#deliveries = [];
    this.#ahead = 0;
    this.#credit = 0;
    this.#sending = ON;
    this.#seed();
  }

  isStillNeeded(entry: StripeEntry): boolean {
    switch (entry.type) {
      case 'kept':
        return entry.objects.some((object) => this.get(object.object, object.id) === object);
      case 'answered':
        return this.#answers.get(entry.answer.key) === entry.answer;
      case 'delivered':
        return this.get('event', entry.delivery.eventId) !== undefined;
      case 'advanced':
      case 'declining':
      case 'credit':
      case 'sending':
        return true;
    }
  }

  #seed(): void {
    for (const object of SEEDS) this.#keep(object);
  }

  #keep(object: Kept): void {
    const kept = this.#kinds.get(object.object) ?? new BoundedMap<string, Kept>(200_000);
    this.#kinds.set(object.object, kept);
    kept.set(object.id, object);
  }
}
