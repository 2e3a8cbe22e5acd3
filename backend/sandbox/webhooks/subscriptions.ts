import { CLIENT } from '../oauth/authorization-server.ts';
import { BoundedMap } from '../state/bounded-map.ts';
import type { Journal, JournaledStore } from '../state/journal.ts';

/** A subscription of an account. `about`: data that the platform lists with the subscription; null: the subscription has ended. */
type Entry = Readonly<{ place: string; about: Readonly<Record<string, string>> | null }>;

/** These platforms send webhooks only for subscribed accounts. The other platforms send them for every account that has granted access. */
const NEEDS_SUBSCRIPTION = new Set(['facebook', 'instagram', 'twitter', 'linkedin']);
const MOST = 10_000;

/** The key of a subscription. */
const placeOf = (platform: string, accountId: string, topic = ''): string =>
  `${platform} ${accountId}${topic === '' ? '' : ` ${topic}`}`;

/** The accounts for which the product has subscribed to webhooks. A reset deletes all subscriptions. */
export class Subscriptions implements JournaledStore<Entry> {
  readonly #commit: (entry: Entry) => void;
  readonly #kept = new BoundedMap<string, Readonly<Record<string, string>>>(MOST);

  constructor(journal: Journal) {
    this.#commit = journal.channel('subscriptions', this);
  }

  /** `topic`: what the subscription is about, where an account can have several subscriptions. */
  begin(platform: string, accountId: string, about: Readonly<Record<string, string>> = {}, topic = ''): void {
    this.#commit({ place: placeOf(platform, accountId, topic), about });
  }

  end(platform: string, accountId: string, topic = ''): void {
    this.#commit({ place: placeOf(platform, accountId, topic), about: null });
  }

  subscriptionOf(platform: string, accountId: string, topic = ''): Readonly<Record<string, string>> | null {
    return this.#kept.get(placeOf(platform, accountId, topic)) ?? null;
  }

  /** All subscriptions of a platform, with their account and `topic`. */
  on(platform: string): readonly Readonly<{ accountId: string; topic: string }>[] {
    return [...this.#kept.keys()].flatMap((place) => {
      const [name, accountId = '', topic = ''] = place.split(' ');
      return name === platform ? [{ accountId, topic }] : [];
    });
  }

  isNotified(platform: string, accountId: string): boolean {
    return !NEEDS_SUBSCRIPTION.has(platform) || this.on(platform).some((one) => one.accountId === accountId);
  }

  apply({ place, about }: Entry): void {
    if (about === null) this.#kept.delete(place);
    else this.#kept.set(place, about);
  }

  clear(): void {
    this.#kept.clear();
  }

  isStillNeeded({ place, about }: Entry): boolean {
    return about !== null && this.#kept.get(place) !== undefined;
  }
}

/** The token with which the application calls in its own name. */
export const APP_TOKEN = CLIENT.secret;
