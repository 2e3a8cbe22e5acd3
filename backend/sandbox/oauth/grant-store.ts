import { BoundedMap } from '../state/bounded-map.ts';
import type { JournaledStore } from '../state/journal.ts';

export type GrantEntry =
  | Readonly<{ type: 'used'; id: string; endsAt: number }>
  | Readonly<{ type: 'expired' | 'revoked'; account: string; at: number }>
  | (Readonly<{ type: 'issued' }> & IssuedToken);

type Issued = Readonly<{ account: string; issuedAt: number }>;
/** An issued token. Times in milliseconds. */
export type IssuedToken = Issued & Readonly<{ id: string; kind: 'access' | 'refresh'; endsAt: number }>;
const MAX_TOKENS = 100_000;

/** Stores what a token itself does not contain: whether it was issued, used up, expired early or revoked. */
export class GrantStore implements JournaledStore<GrantEntry> {
  readonly #used = new BoundedMap<string, number>(MAX_TOKENS);
  readonly #issued = new BoundedMap<string, IssuedToken>(MAX_TOKENS);
  readonly #expired = new Map<string, number>();
  readonly #revoked = new Map<string, number>();

  isUsed(id: string): boolean {
    return this.#used.get(id) !== undefined;
  }

  /** A token of the same millisecond counts as older, because a request to end tokens applies to all that exist. */
  isExpired({ account, issuedAt }: Issued): boolean {
    return issuedAt <= (this.#expired.get(account) ?? -1);
  }

  isRevoked({ account, issuedAt }: Issued): boolean {
    return issuedAt <= (this.#revoked.get(account) ?? -1);
  }

  /** Tokens that are valid at `now`, in milliseconds, oldest first. */
  live(now: number): readonly IssuedToken[] {
    return [...this.#issued.values()].filter(
      (token) =>
        token.endsAt > now &&
        !this.isUsed(token.id) &&
        !this.isRevoked(token) &&
        !(token.kind === 'access' && this.isExpired(token)),
    );
  }

  apply(entry: GrantEntry): void {
    if (entry.type === 'used') this.#used.set(entry.id, entry.endsAt);
    else if (entry.type === 'issued') this.#issued.set(entry.id, entry);
    else (entry.type === 'expired' ? this.#expired : this.#revoked).set(entry.account, entry.at);
  }

  clear(): void {
    this.#used.clear();
    this.#issued.clear();
    this.#expired.clear();
    this.#revoked.clear();
  }

  isStillNeeded(entry: GrantEntry): boolean {
    return entry.type !== 'issued' || this.#issued.get(entry.id) !== undefined;
  }
}
