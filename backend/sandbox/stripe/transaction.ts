import { randomBytes } from 'node:crypto';
import { noSuch } from './stripe-refusal.ts';
import type { Kept, KeptEvent, StripeKind, StripeStore } from './stripe-store.ts';

/** Creates an id, such as `sub_` and 24 hexadecimal digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const NAMES: Partial<Record<StripeKind, string>> = {
  'billing_portal.configuration': 'configuration',
  'billing_portal.session': 'session',
  payment_method: 'PaymentMethod',
};

/** The changes of one call. Reads see its own changes first, then the store. All changes are stored, or none. */
export class Transaction {
  /** Seconds since 1970 on Stripe's own clock. */
  readonly now: number;
  readonly #store: StripeStore;
  readonly #request: KeptEvent['request'];
  readonly #changed = new Map<string, Kept>();
  readonly #events: KeptEvent[] = [];

  constructor(
    store: StripeStore,
    now: number,
    request: KeptEvent['request'] = { id: null, idempotency_key: null },
  ) {
    this.#store = store;
    this.now = now;
    this.#request = request;
  }

  get<K extends StripeKind>(kind: K, id: string): Kept<K> | undefined {
    return (this.#changed.get(`${kind} ${id}`) as Kept<K> | undefined) ?? this.#store.get(kind, id);
  }

  /** @throws Refusal 404 for an id in the path, 400 for an id in a parameter */
  find<K extends StripeKind>(kind: K, id: string, param?: string): Kept<K> {
    const found = this.get(kind, id);
    if (found === undefined) throw noSuch(NAMES[kind] ?? kind.replaceAll('_', ' '), id, param);
    return found;
  }

  /** Oldest first. */
  all<K extends StripeKind>(kind: K): readonly Kept<K>[] {
    const known = this.#store.all(kind).map((one) => this.get(kind, one.id) ?? one);
    const created = [...this.#changed.values()].filter(
      (one) => one.object === kind && this.#store.get(kind, one.id) === undefined,
    ) as Kept<K>[];
    return [...known, ...created];
  }

  declines(customer: string): boolean {
    return this.#store.declines(customer);
  }

  keep<Object extends Kept>(object: Object): Object {
    this.#changed.set(`${object.object} ${object.id}`, object);
    return object;
  }

  /** Stores the changed object. With `event`, adds an event of this type with the previous values. */
  change<Object extends Exclude<Kept, KeptEvent>>(
    object: Object,
    change: Partial<Object>,
    event?: string,
  ): Object {
    const changed = this.keep({ ...object, ...change });
    if (event !== undefined) {
      const previousValues = Object.entries(change).map(
        ([key]) => [key, object[key as keyof Object]] as const,
      );
      const changedValues = previousValues.filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(changed[key as keyof Object]),
      );
      this.addEvent(event, changed, Object.fromEntries(changedValues));
    }
    return changed;
  }

  /** Adds an event with the current object. */
  addEvent(type: string, object: Kept, previous?: Readonly<Record<string, unknown>>): void {
    const data = { object, ...(previous && { previous_attributes: previous }) };
    const event = { id: newId('evt'), object: 'event', type, created: this.now } as const;
    this.#events.push({ ...event, data, request: this.#request });
  }

  /** All changed objects in order, followed by the events. */
  get objects(): readonly Kept[] {
    return [...this.#changed.values(), ...this.#events];
  }

  get events(): readonly KeptEvent[] {
    return this.#events;
  }
}
