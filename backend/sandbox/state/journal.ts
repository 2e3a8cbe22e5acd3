import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../http/json.ts';

/** How the entries of a channel change the state in memory. Nothing else changes this state, so a replay restores it. */
export interface JournaledStore<Entry> {
  apply(entry: Entry, at: number): void;
  clear(): void;
  /** False for an entry that later entries made useless. The journal drops such entries when it is long. */
  isStillNeeded(entry: Entry): boolean;
}

/** The journal contains tokens and unpublished posts. */
const OWNER_ONLY = 0o600;
const COMPACT_ABOVE_BYTES = 16 * 1024 * 1024;

/**
 * Records each change of the sandbox as one line of JSON. The journal writes the line before the response is sent.
 * So a killed process loses no accepted change. (It calls no fsync: the machine itself is assumed to stay up.)
 */
export class Journal {
  readonly #file: string;
  readonly #now: () => number;
  readonly #stores = new Map<string, JournaledStore<unknown>>();
  #handle: number;

  constructor(directory: string, now: () => number) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#file = join(directory, 'journal.ndjson');
    this.#now = now;
    this.#handle = openSync(this.#file, 'a', OWNER_ONLY);
    // An earlier version created a file that every account of the machine could read.
    chmodSync(this.#file, OWNER_ONLY);
  }

  /** Adds a store and returns the only function that changes it. Call it before `load`. */
  channel<Entry extends object>(name: string, store: JournaledStore<Entry>): (entry: Entry) => void {
    this.#stores.set(name, store);
    return (entry) => {
      const at = this.#now();
      writeSync(this.#handle, `${JSON.stringify({ at, to: name, entry })}\n`);
      store.apply(entry, at);
    };
  }

  load(): void {
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A killed process can leave half a line. No response confirmed this change, and the next line must not be appended to it.
    if (whole.length < text.length) ftruncateSync(this.#reopen('r+'), Buffer.byteLength(whole));
    this.#reopen('a');
    const lines = whole.split('\n').flatMap((line) => this.#read(line));
    for (const { store, entry, at } of lines) store.apply(entry, at);
    if (whole.length > COMPACT_ABOVE_BYTES) this.#compact(lines);
  }

  reset(): void {
    ftruncateSync(this.#handle, 0);
    for (const store of this.#stores.values()) store.clear();
  }

  close(): void {
    closeSync(this.#handle);
  }

  #read(line: string): { line: string; store: JournaledStore<unknown>; entry: unknown; at: number }[] {
    const parsed = parseJson(line);
    if (!isObject(parsed) || typeof parsed['to'] !== 'string' || typeof parsed['at'] !== 'number') return [];
    const store = this.#stores.get(parsed['to']);
    return store ? [{ line, store, entry: parsed['entry'], at: parsed['at'] }] : [];
  }

  #compact(lines: readonly { line: string; store: JournaledStore<unknown>; entry: unknown }[]): void {
    const kept = lines
      .filter(({ store, entry }) => store.isStillNeeded(entry))
      .map(({ line }) => `${line}\n`);
    writeFileSync(`${this.#file}.new`, kept.join(''), { mode: OWNER_ONLY });
    renameSync(`${this.#file}.new`, this.#file);
    this.#reopen('a');
  }

  #reopen(flags: 'a' | 'r+'): number {
    closeSync(this.#handle);
    this.#handle = openSync(this.#file, flags);
    return this.#handle;
  }
}
