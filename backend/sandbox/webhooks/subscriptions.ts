import { CLIENT } from '../oauth/authorization-server.ts';
import { BoundedMap } from '../state/bounded-map.ts';
import type { Journal, JournaledStore } from '../state/journal.ts';

/** One account that its platform tells of; `about` is what a platform wants to know again. Null: not any more. */
type Entry = Readonly<{ place: string; about: Readonly<Record<string, string>> | null }>;

/** Tell of accounts that were subscribed one by one; the others of every account that has allowed the application. */
const ONE_BY_ONE = new Set(['facebook', 'instagram', 'twitter', 'linkedin']);
const MOST = 10_000;

const placeOf = (platform: string, accountId: string, more = ''): string =>
  `${platform} ${accountId}${more === '' ? '' : ` ${more}`}`;

/** Which accounts were subscribed by a call of the product; a reset forgets all of them. */
export class Subscriptions implements JournaledStore<Entry> {
  readonly #commit: (entry: Entry) => void;
  readonly #kept = new BoundedMap<string, Readonly<Record<string, string>>>(MOST);

  constructor(journal: Journal) {
    this.#commit = journal.channel('subscriptions', this);
  }

  /** `more`: what tells several of one account apart. */
  begin(platform: string, accountId: string, about: Readonly<Record<string, string>> = {}, more = ''): void {
    this.#commit({ place: placeOf(platform, accountId, more), about });
  }

  end(platform: string, accountId: string, more = ''): void {
    this.#commit({ place: placeOf(platform, accountId, more), about: null });
  }

  of(platform: string, accountId: string, more = ''): Readonly<Record<string, string>> | null {
    return this.#kept.get(placeOf(platform, accountId, more)) ?? null;
  }

  /** All of a platform, by the account and what tells several of it apart. */
  on(platform: string): readonly Readonly<{ accountId: string; more: string }>[] {
    return [...this.#kept.keys()].flatMap((place) => {
      const [name, accountId = '', more = ''] = place.split(' ');
      return name === platform ? [{ accountId, more }] : [];
    });
  }

  tellsOf(platform: string, accountId: string): boolean {
    return !ONE_BY_ONE.has(platform) || this.on(platform).some((one) => one.accountId === accountId);
  }

  apply({ place, about }: Entry): void {
    if (about === null) this.#kept.delete(place);
    else this.#kept.set(place, about);
  }

  clear(): void {
    this.#kept.clear();
  }

  matters({ place, about }: Entry): boolean {
    return about !== null && this.#kept.get(place) !== undefined;
  }
}

/** What the application speaks with where it speaks for itself. */
export const APP_TOKEN = CLIENT.secret;
