import { finalCall, type FaultWords } from '../faults/final-call.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { Exchange } from '../http/exchange.ts';
import { Refusal } from '../http/refusal.ts';
import type { CallCounts } from '../state/call-counts.ts';
import type { Journal, JournaledStore } from '../state/journal.ts';

const HOST = 'hooks.sandbox.test';
const MAX_LISTED = 10_000;
/** The headers to record. Only the product's own webhooks have them; webhooks of platforms have other headers. */
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type', 'user-agent'];

/** `body`: the signed bytes, as text. */
type Taken = Readonly<{
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;
export type TakenHook = Taken & Readonly<{ receivedAt: string }>;

const WORDS: FaultWords = {
  serverError: () => new Refusal(500, { error: 'The receiver failed.' }),
  tooMany: (seconds) => new Refusal(429, { error: 'Too many.' }, { 'Retry-After': String(seconds) }),
};

/** A user's server that receives the product's webhooks: it accepts every post at any path. */
export class HookReceiver implements JournaledStore<Taken> {
  /** The name of the receiver in faults and counts. */
  readonly name = 'hooks';
  readonly #take: (taken: Taken) => void;
  readonly #calls: CallCounts;
  readonly #faults: FaultPlan;
  #taken: TakenHook[] = [];

  constructor({
    journal,
    calls,
    faults,
  }: Readonly<{ journal: Journal; calls: CallCounts; faults: FaultPlan }>) {
    this.#take = journal.channel('hooks', this);
    this.#calls = calls;
    this.#faults = faults;
  }

  /** Received webhooks, oldest first, optionally of one path. */
  taken(path: string | null): readonly TakenHook[] {
    return this.#taken.filter((each) => path === null || each.path === path);
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  async answer(exchange: Exchange): Promise<void> {
    const path = exchange.url.pathname;
    this.#calls.count(this.name, `${exchange.method} /{anything}`);
    if (exchange.method !== 'POST') throw new Refusal(405, { error: 'Webhooks are posted.' });
    const body = await exchange.text();
    const headers = Object.fromEntries(HEADERS.map((name) => [name, exchange.header(name) ?? '']));
    finalCall(exchange, this.#faults, { platform: this.name, names: [path], words: WORDS }, () => {
      this.#take({ path, headers, body });
      return { received: true };
    });
  }

  apply(taken: Taken, at: number): void {
    this.#taken.push({ ...taken, receivedAt: new Date(at).toISOString() });
    if (this.#taken.length > MAX_LISTED) this.#taken.shift();
  }

  clear(): void {
    this.#taken = [];
  }

  isStillNeeded(taken: Taken): boolean {
    return this.#taken.some(({ headers }) => headers['webhook-id'] === taken.headers['webhook-id']);
  }
}
