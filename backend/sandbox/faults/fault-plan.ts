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

/** Those that meet the final publishing call; `revoked` meets token checks, the two of processing media. */
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
  /** How often it still strikes. */
  times: number;
  /** For `http429` what the answer says; for `slowProcessing` how long processing takes. */
  retryAfterSeconds: number;
  /** Lower case; null strikes every account. */
  account: string | null;
  /** Where not the final call is meant: the call it strikes, as `GET /control/calls` names it; `*`: every one. */
  call?: string;
  /** For `failProcessing`: the code of the failure, where a platform has several. */
  reason?: string;
  /** For `answer` and `createThenRefuse`: what the platform says, word for word. */
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

/** Faults that wait to strike, first in, first out. Journaled, so a fault half used up stays so over a restart. */
export class FaultPlan implements JournaledStore<FaultEntry> {
  #waiting: Fault[] = [];
  /** Calls that something on their way holds up. A restart loses them, as it would. */
  #held: Readonly<{ arrive: () => void; since: number }>[] = [];
  /** Set when the journal is wired. */
  commit: (entry: FaultEntry) => void = (entry) => {
    this.apply(entry);
  };

  get waiting(): readonly Fault[] {
    return this.#waiting;
  }

  /** The same fault for the same account again replaces the one that waits; `times: 0` takes it away. */
  plan(fault: Fault): void {
    this.commit({ type: 'planned', fault });
  }

  /** The next fault of these kinds for an account known by these names. It stays until it is `strike`d. */
  next<Kind extends FaultKind>(
    platform: string,
    kinds: readonly Kind[],
    names: readonly string[],
    // One that names a call strikes nothing else.
    meets: (fault: Fault) => boolean = ({ call }) => call === undefined,
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
            meets(fault) &&
            (fault.account === null || known.includes(fault.account)),
        ) ?? null
    );
  }

  strike({ platform, fault, account, call }: Fault): void {
    this.commit({ type: 'struck', platform, fault, account, ...(call !== undefined && { call }) });
  }

  /** The next fault of this kind, used up at once. */
  take(platform: string, kind: FaultKind, names: readonly string[]): Fault | null {
    const fault = this.next(platform, [kind], names);
    if (fault) this.strike(fault);
    return fault;
  }

  /** Keeps a call on its way until it is released. */
  hold(arrive: () => void): void {
    this.#held.push({ arrive, since: performance.now() });
  }

  /**
   * Lets what is held up arrive, whether or not anybody waits for its answer. Answers how many calls that were, and for how many
   * milliseconds the first of them was held up, by this machine's clock.
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

  matters(entry: FaultEntry): boolean {
    const subject = entry.type === 'planned' ? entry.fault : entry;
    return this.#waiting.some(
      ({ platform, fault, account }) =>
        platform === subject.platform && fault === subject.fault && account === subject.account,
    );
  }
}

/** `@Ana.Sandbox.test` and `ana.sandbox.test` are one account. */
export const plainName = (name: string): string => name.trim().toLowerCase().replace(/^@/, '');
