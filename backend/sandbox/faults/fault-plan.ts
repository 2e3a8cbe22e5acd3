import type { JournaledStore } from '../state/journal.ts';

export const faultKinds = [
  'http500',
  'http429',
  'hang',
  'hold',
  'dropAfterAccept',
  'createThenRefuse',
  'revoked',
  'html',
  'slowProcessing',
  'failProcessing',
  'answer',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Faults of the final publishing call. `revoked` strikes at token checks; the processing faults strike while media are processed. */
export const publishingFaults = [
  'http500',
  'http429',
  'hang',
  'hold',
  'dropAfterAccept',
  'createThenRefuse',
  'html',
  'answer',
] as const satisfies FaultKind[];

export type Fault<Kind extends FaultKind = FaultKind> = Readonly<{
  platform: string;
  fault: Kind;
  /** How many more times the fault strikes. */
  times: number;
  /** For `http429`: the value of Retry-After. For `slowProcessing`: how long processing takes. */
  retryAfterSeconds: number;
  /** Lower case; null strikes every account. */
  account: string | null;
  /** The call to strike instead of the final one, as `GET /control/calls` names it; `*`: every call. */
  call?: string;
  /** For `failProcessing`: the error code, where a platform has several. */
  reason?: string;
  /** For `answer` and `createThenRefuse`: the platform’s response, which is sent unchanged. */
  answer?: FaultAnswer;
}>;
export type FaultAnswer = Readonly<{
  status: number;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}>;

type FaultEntry =
  | Readonly<{ type: 'planned'; fault: Fault }>
  | Readonly<{ type: 'struck'; platform: string; fault: FaultKind; account: string | null; call?: string }>;

/** Planned faults, first in, first out. The journal records them, so the number of remaining strikes survives a restart. */
export class FaultPlan implements JournaledStore<FaultEntry> {
  #waiting: Fault[] = [];
  /** Delayed calls that have not reached the platform yet. A restart loses them, as a real network would. */
  #held: Readonly<{ arrive: () => void; since: number }>[] = [];
  /** Set when the store is connected to the journal. */
  commit: (entry: FaultEntry) => void = (entry) => {
    this.apply(entry);
  };

  get waiting(): readonly Fault[] {
    return this.#waiting;
  }

  /** Plans a fault. It replaces a planned fault of the same kind for the same platform, account and call; `times: 0` removes that fault. */
  plan(fault: Fault): void {
    this.commit({ type: 'planned', fault });
  }

  /** Returns the next fault of these kinds for an account with one of these names. The fault stays planned until `strike` is called. */
  next<Kind extends FaultKind>(
    platform: string,
    kinds: readonly Kind[],
    names: readonly string[],
    // A fault that names a call strikes only that call.
    matches: (fault: Fault) => boolean = ({ call }) => call === undefined,
  ): Fault<Kind> | null {
    const known = names.map(plainName);
    const isOfKind = (fault: Fault): fault is Fault<Kind> =>
      (kinds as readonly FaultKind[]).includes(fault.fault);
    return (
      this.#waiting
        .filter(isOfKind)
        .find(
          (fault) =>
            fault.platform === platform &&
            matches(fault) &&
            (fault.account === null || known.includes(fault.account)),
        ) ?? null
    );
  }

  strike({ platform, fault, account, call }: Fault): void {
    this.commit({ type: 'struck', platform, fault, account, ...(call !== undefined && { call }) });
  }

  /** Returns and strikes the next fault of this kind. */
  take(platform: string, kind: FaultKind, names: readonly string[]): Fault | null {
    const fault = this.next(platform, [kind], names);
    if (fault) this.strike(fault);
    return fault;
  }

  /** Delays a call until `release`. */
  hold(arrive: () => void): void {
    this.#held.push({ arrive, since: performance.now() });
  }

  /**
   * Lets the delayed calls reach the platform, even when no caller waits for the response.
   * Returns the number of calls, and for how many milliseconds of the system clock the first call was delayed.
   */
  release(): Readonly<{ released: number; heldUpFor: number }> {
    const held = this.#held;
    this.#held = [];
    const [first] = held;
    const heldUpFor = first ? Math.ceil(performance.now() - first.since) : 0;
    for (const { arrive } of held) arrive();
    return { released: held.length, heldUpFor };
  }

  apply(entry: FaultEntry): void {
    const subject = entry.type === 'planned' ? entry.fault : entry;
    const isSame = (other: Fault): boolean =>
      other.platform === subject.platform &&
      other.fault === subject.fault &&
      other.account === subject.account &&
      other.call === subject.call;
    if (entry.type === 'planned') {
      this.#waiting = [...this.#waiting.filter((other) => !isSame(other)), entry.fault];
    } else {
      this.#waiting = this.#waiting.map((other) =>
        isSame(other) ? { ...other, times: other.times - 1 } : other,
      );
    }
    this.#waiting = this.#waiting.filter(({ times }) => times > 0);
  }

  clear(): void {
    this.#waiting = [];
    this.#held = [];
  }

  isStillNeeded(entry: FaultEntry): boolean {
    const subject = entry.type === 'planned' ? entry.fault : entry;
    return this.#waiting.some(
      ({ platform, fault, account }) =>
        platform === subject.platform && fault === subject.fault && account === subject.account,
    );
  }
}

/** Normalizes an account name: `@Ana.Sandbox.test` and `ana.sandbox.test` are one account. */
export const plainName = (name: string): string => name.trim().toLowerCase().replace(/^@/, '');
