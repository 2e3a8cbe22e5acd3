import { BoundedMap } from '../state/bounded-map.ts';
import type { JournaledStore } from '../state/journal.ts';

export type GrantEntry =
  | Readonly<{ type: 'used'; id: string; endsAt: number }>
  | Readonly<{ type: 'expired' | 'revoked'; account: string; at: number }>;

type Issued = Readonly<{ account: string; issuedAt: number }>;
const REMEMBERED = 100_000;

/** What tokens cannot say of themselves: that they were used up, cut short or taken back. */
export class GrantStore implements JournaledStore<GrantEntry> {
  readonly #used = new BoundedMap<string, number>(REMEMBERED);
  readonly #expired = new Map<string, number>();
  readonly #revoked = new Map<string, number>();

  isUsed(id: string): boolean {
    return this.#used.get(id) !== undefined;
  }

  /** A token of the same millisecond counts as older: whoever ends tokens means those that are out. */
  isExpired({ account, issuedAt }: Issued): boolean {
    return issuedAt <= (this.#expired.get(account) ?? -1);
  }

  isRevoked({ account, issuedAt }: Issued): boolean {
    return issuedAt <= (this.#revoked.get(account) ?? -1);
  }

  apply(entry: GrantEntry): void {
    if (entry.type === 'used') this.#used.set(entry.id, entry.endsAt);
    else (entry.type === 'expired' ? this.#expired : this.#revoked).set(entry.account, entry.at);
  }

  clear(): void {
    this.#used.clear();
    this.#expired.clear();
    this.#revoked.clear();
  }

  matters(): boolean {
    return true;
  }
}
