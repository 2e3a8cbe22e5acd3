import { randomUUID } from 'node:crypto';
import { AppendJournal } from './journal.ts';
import type { Proposed, DoubleRecord } from './recorded.ts';

/** The expected revision that means "any"; -1 means "no stream". */
export const ANY = -2n;
export type AppendOutcome =
  | Readonly<{ kind: 'stored'; last: DoubleRecord }>
  | Readonly<{ kind: 'wrong-version'; current: bigint }>
  | Readonly<{ kind: 'deleted' }>;

/** Stream and type of the server’s own events: its statistics, and the links of its projections. */
export type SystemEventKind = readonly [stream: string, type: string];
export const STATISTICS: SystemEventKind = ['$stats-127.0.0.1:2113', '$statsCollected'];
export const LINKS: SystemEventKind = ['$ce-post', '$>'];

const RECORD_OVERHEAD = 80;
/** Just below 1,000, so that positions get one digit longer in every run. */
const FIRST_POSITION = 990n;

/** The log of the double. It simulates the server’s check on commit, positions that count bytes, and server events. */
export class DoubleLog {
  readonly #all: DoubleRecord[] = [];
  readonly #streams = new Map<string, DoubleRecord[]>();
  readonly #tombstones = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #replicating = new Set<NodeJS.Timeout>();
  readonly #journal: AppendJournal | undefined;
  /** Milliseconds until most nodes have the next append, so that it is shown and acknowledged; Infinity: no quorum. */
  replicationTakes: () => number = () => 0;
  #next = FIRST_POSITION;
  /** How many events readers see: those that most nodes have. */
  #shown = 0;

  /** With a file, acknowledged events survive the process. */
  constructor(journalFile?: string) {
    if (journalFile === undefined) this.#writeSystemEvent();
    else {
      this.#journal = new AppendJournal(journalFile);
      for (const record of this.#journal.read()) this.#keep(record);
      this.replicateAll();
      if (this.#all.length === 0) this.#writeSystemEvent();
    }
  }

  /** How many events readers see. */
  get length(): number {
    return this.#shown;
  }

  append(stream: string, expected: bigint, events: readonly Proposed[]): AppendOutcome {
    if (this.#tombstones.has(stream)) return { kind: 'deleted' };
    const history = this.#streams.get(stream) ?? [];
    const current = BigInt(history.length) - 1n;
    const from = expected === ANY ? current : expected;
    // The same events at the same place: the server confirms such a repetition.
    const repeat = history.slice(Number(from) + 1, Number(from) + 1 + events.length);
    const last = repeat.at(-1);
    if (last && events.every(({ id }, index) => repeat[index]?.id === id)) return { kind: 'stored', last };
    if (from !== current) return { kind: 'wrong-version', current };
    const stored = events.map((event, index) => this.#place(stream, from + 1n + BigInt(index), event));
    this.#journal?.write(stored);
    for (const record of stored) this.#keep(record);
    this.#replicate();
    const newest = stored.at(-1);
    return newest ? { kind: 'stored', last: newest } : { kind: 'wrong-version', current };
  }

  /** Writes server events, as statistics and projections would. */
  writeSystemEvents(count: number, [stream, type]: SystemEventKind = STATISTICS): void {
    this.append(
      stream,
      ANY,
      Array.from({ length: count }, () => systemEvent(type)),
    );
  }

  /** Simulates a tombstone by an operator: the stream can never be read or written again. */
  tombstone(stream: string): void {
    this.append(stream, ANY, [systemEvent('$streamDeleted')]);
    this.#tombstones.add(stream);
  }

  /** Simulates restoring an older backup: only the first `length` records stay. Not for a log with a file. */
  goBackTo(length: number): void {
    const kept = this.#all.splice(0);
    this.#streams.clear();
    this.#next = FIRST_POSITION;
    for (const timer of this.#replicating) clearTimeout(timer);
    this.#replicating.clear();
    for (const record of kept.slice(0, length)) this.#keep(record);
    this.#shown = this.#all.length;
    this.#wake();
  }

  /** Simulates a deposed leader, which discards events that only it has. */
  loseUnreplicated(): void {
    this.goBackTo(this.#shown);
  }

  /** Gives all events to most nodes, as when a quorum returns. */
  replicateAll(): void {
    this.#shown = this.#all.length;
    this.#wake();
  }

  /** Waits until most nodes have the event. Returns false when this takes longer than `milliseconds`, or the event is lost in the meantime. */
  async replicated(record: DoubleRecord, milliseconds: number): Promise<boolean> {
    let late: AbortSignal | undefined;
    for (;;) {
      const index = this.#indexOf(record.position);
      if (this.#all[index]?.id !== record.id) return false;
      if (index < this.#shown) return true;
      late ??= AbortSignal.timeout(milliseconds);
      if (late.aborted) return false;
      await this.#changed(late);
    }
  }

  isTombstoned(stream: string): boolean {
    return this.#tombstones.has(stream);
  }

  streamOf(stream: string): readonly DoubleRecord[] {
    const history = this.#streams.get(stream) ?? [];
    const hidden = this.#all[this.#shown];
    return hidden ? history.filter(({ position }) => position < hidden.position) : history;
  }

  /** From the first event at or past `position`. */
  forwards(position: bigint, count: number): readonly DoubleRecord[] {
    const start = this.#indexOf(position);
    return this.#all.slice(start, Math.min(start + count, this.#shown));
  }

  /** Newest first, strictly before `position`, as the server counts backwards. */
  backwards(position: bigint | 'end', count: number): readonly DoubleRecord[] {
    const end = position === 'end' ? this.#shown : Math.min(this.#indexOf(position), this.#shown);
    return this.#all.slice(Math.max(0, end - count), end).reverse();
  }

  /** Resolves when the log is longer than `length`, or the signal aborts. */
  async grown(length: number, signal: AbortSignal): Promise<void> {
    while (this.length <= length && !signal.aborted) await this.#changed(signal);
  }

  close(): void {
    for (const timer of this.#replicating) clearTimeout(timer);
    this.#journal?.close();
  }

  #replicate(): void {
    const stored = this.#all.length;
    const milliseconds = this.replicationTakes();
    if (milliseconds === Infinity) return;
    const show = () => {
      this.#shown = Math.max(this.#shown, stored);
      this.#wake();
    };
    if (milliseconds <= 0) {
      show();
      return;
    }
    const timer = setTimeout(() => {
      this.#replicating.delete(timer);
      show();
    }, milliseconds);
    this.#replicating.add(timer);
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  #writeSystemEvent(): void {
    this.append('$users', ANY, [systemEvent('$UserCreated')]);
  }

  #place(stream: string, revision: bigint, event: Proposed): DoubleRecord {
    const position = this.#next;
    const { data, metadata, type } = event;
    this.#next += BigInt(RECORD_OVERHEAD + data.length + metadata.length + stream.length + type.length);
    return { ...event, stream, revision, position, created: Date.now() };
  }

  #keep(record: DoubleRecord): void {
    const history = this.#streams.get(record.stream);
    if (history) history.push(record);
    else this.#streams.set(record.stream, [record]);
    this.#all.push(record);
    if (record.position >= this.#next) {
      const { data, metadata, stream, type, position } = record;
      this.#next =
        position + BigInt(RECORD_OVERHEAD + data.length + metadata.length + stream.length + type.length);
    }
  }

  #indexOf(position: bigint): number {
    let low = 0;
    let high = this.#all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#all[middle]?.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const systemEvent = (type: string): Proposed => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: Buffer.alloc(0),
});
