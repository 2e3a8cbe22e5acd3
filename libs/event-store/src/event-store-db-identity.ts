import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AmbiguousError,
  ConcurrencyError,
  RetryableError,
  type Closure,
  type JsonObject,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';

const TRIES = 9;
/** The maximum number of refused calls in a row. It is small, because each call may take a full deadline. */
const REFUSALS = 3;
const RETRY_MS = 50;

/** The events of the stream that identifies the log. The names are stored and never change. */
type LogEvent =
  | Readonly<{ type: 'LogIdentified'; data: Readonly<{ logId: string }> }>
  | Readonly<{ type: 'LogEpochBegun'; data: Readonly<{ epoch: number }> }>
  /** After this only a copy may append, until `LogUnsealed`. */
  | Readonly<{ type: 'LogSealed' | 'LogUnsealed'; data: Readonly<Record<string, never>> }>
  /** Only the database of this installation builds its read models from the log. */
  | Readonly<{ type: 'LogClaimed'; data: Readonly<{ installation: string }> }>;

export type LogState = Readonly<{
  /** Null while the log has no id. */
  logId: string | null;
  epoch: number;
  sealed: boolean;
  installation: string | null;
  /** The revision of the last event; -1: the stream is empty. */
  revision: bigint;
}>;

/** Reads the identity stream from its beginning, and appends at the revision that was read. */
export type IdentityStream = Readonly<{
  read: () => AsyncIterable<StoredEvent>;
  store: (
    events: readonly Readonly<{ id: string; type: string; data: JsonObject; metadata: JsonObject }>[],
    expected: bigint,
  ) => Promise<unknown>;
}>;

const UNKNOWN: LogState = { logId: null, epoch: 1, sealed: false, installation: null, revision: -1n };

/**
 * The identity of the log, whether it is sealed, and which installation may write to it. The log stores these facts in a stream that reads
 * of the whole log never return.
 */
export class LogIdentity {
  /** The installation of this process, once it has claimed the log. The log refuses the appends of other installations. */
  #installation: string | null = null;
  readonly #stream: IdentityStream;

  constructor(stream: IdentityStream) {
    this.#stream = stream;
  }

  async state(): Promise<LogState> {
    let state = UNKNOWN;
    for await (const event of this.#stream.read()) state = evolve(state, event);
    return state;
  }

  /** Gives the log an id, unless it has one. When two calls race, one wins and both return the same id. */
  async identify(logId: string = randomUUID(), { sealed = false } = {}): Promise<string> {
    const { logId: storedId } = await this.#append(({ logId: currentId }) =>
      currentId === null
        ? [
            { type: 'LogIdentified', data: { logId } },
            ...(sealed ? [{ type: 'LogSealed', data: {} } as const] : []),
          ]
        : [],
    );
    if (storedId === null) throw new RetryableError('The event log could not be given an identity');
    return storedId;
  }

  async beginEpoch(epoch: number): Promise<void> {
    await this.#append((state) => (state.epoch < epoch ? [{ type: 'LogEpochBegun', data: { epoch } }] : []));
  }

  async setSealed(sealed: boolean): Promise<void> {
    await this.#append((state) =>
      state.sealed === sealed ? [] : [{ type: sealed ? 'LogSealed' : 'LogUnsealed', data: {} }],
    );
  }

  async claim(installation: string, takeOver: boolean): Promise<void> {
    this.#installation = installation;
    await this.#append((state) => {
      const isFree = !state.sealed && (state.installation === null || takeOver);
      return isFree && state.installation !== installation
        ? [{ type: 'LogClaimed', data: { installation } }]
        : [];
    });
  }

  async closure(): Promise<Closure | null> {
    const { sealed, installation } = await this.state();
    if (sealed) return 'sealed';
    return this.#installation !== null && installation !== this.#installation ? 'taken over' : null;
  }

  /**
   * Appends the events that `decide` returns for the current state. Decides again after a conflict. Returns the state that needs no further
   * event.
   */
  async #append(decide: (state: LogState) => readonly LogEvent[]): Promise<LogState> {
    for (let attempt = 1; ; attempt += 1) {
      const state = await this.state();
      const events = decide(state);
      if (events.length === 0) return state;
      try {
        const stored = events.map((event) => ({ ...event, id: randomUUID(), metadata: {} }));
        await this.#stream.store(stored, state.revision);
      } catch (error) {
        const wasConflict = error instanceof ConcurrencyError || error instanceof AmbiguousError;
        // Nothing was stored: another node leads by now, or no node can be reached.
        const mayRepeat = error instanceof RetryableError && attempt < REFUSALS;
        if (!wasConflict && !mayRepeat) throw error;
        if (attempt === TRIES)
          throw new RetryableError('The event log could not store an event about itself', { cause: error });
        // A cluster may still be replicating the event that caused the conflict.
        await pause(RETRY_MS * attempt);
      }
    }
  }
}

/** Returns the state after one event. Ignores event types that only a later version knows. */
function evolve(state: LogState, { type, data, revision }: StoredEvent): LogState {
  const { logId, epoch, installation } = data;
  const next = { ...state, revision };
  if (type === 'LogIdentified' && typeof logId === 'string') return { ...next, logId };
  if (type === 'LogEpochBegun' && typeof epoch === 'number') return { ...next, epoch };
  if (type === 'LogClaimed' && typeof installation === 'string') return { ...next, installation };
  if (type === 'LogSealed' || type === 'LogUnsealed') return { ...next, sealed: type === 'LogSealed' };
  return next;
}
