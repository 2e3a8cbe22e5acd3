import {
  AmbiguousError,
  RetryableError,
  type Appended,
  type EventStore,
  type NewEvent,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import { APPEND_MAX_BYTES, appendBytes, checkInput } from './check-input.ts';
import { LogsDifferError, positionsIn, sumOf, type LogSum } from './compare-logs.ts';
import { WakeUp } from './wake-up.ts';

const ATTEMPTS = 8;
const RETRY_MS = { first: 100, most: 3000 };
const BATCH_EVENTS = 500;

/** A log that can be sealed against writers during a copy. */
export type Sealable = EventStore & {
  seal: () => void | Promise<void>;
  unseal: () => void | Promise<void>;
  isSealed: () => Promise<boolean>;
};
export type CopyOptions = Readonly<{
  source: Sealable;
  /** Empty, or with the events of an unfinished earlier copy. It has the id of the source, and accepts our appends while sealed. */
  target: Sealable;
  /** Replaces stored positions of one log by those of the other log. It is called while both logs are sealed. */
  translate?: (
    translated: (positions: ReadonlySet<Position>) => Promise<ReadonlyMap<Position, Position>>,
  ) => Promise<void>;
  /** For `undoCopy`: throws while a process of the product works with the database. */
  refuseReaders?: () => Promise<void>;
  report?: (line: string) => void;
}>;

/**
 * Copies a log with ids, order, types, data and metadata. It copies most events while the product writes, then seals the source and copies
 * the rest. The target stays sealed until the copy is verified, so at most one of the two logs is open. On success, the source is sealed
 * and the target is open. On an error, the source is open again, unless the product may already use the target. A kill may leave both
 * logs sealed; the next call continues.
 * @throws LogsDifferError when the target has other events, or the copy differs from the source
 */
export async function copyLog({
  source,
  target,
  translate,
  report = () => undefined,
}: CopyOptions): Promise<LogSum> {
  await checkSameLog(source, target);
  const wasSealed = await source.isSealed();
  if (wasSealed && !(await target.isSealed()))
    throw new LogsDifferError(
      'The log was copied there before: start Posthorn on it, or undo the copy with --undo',
    );
  if (!(await target.isSealed())) {
    // Checked before anything is sealed: a copy that cannot succeed must not stop the writers.
    if ((await target.head()) !== null)
      throw new LogsDifferError('The target is open and holds events: it is in use, and nothing was changed');
    await target.seal();
  }
  const start = await overlap(source, target);
  if (start.count > 0) report(`going on behind ${String(start.count)} events that are there already`);
  const first = await copyAfter(source, target, start.after, report);
  await source.seal();
  report('the source is sealed; copying the rest');
  let targetValues: LogSum;
  let isVerified = false;
  try {
    await copyAfter(source, target, first.after, report);
    const sourceValues = await sumOf(source);
    targetValues = await sumOf(target);
    if (JSON.stringify(sourceValues) !== JSON.stringify(targetValues)) {
      throw new LogsDifferError(
        `The copy differs: ${JSON.stringify(sourceValues)} is not ${JSON.stringify(targetValues)}`,
      );
    }
    report(
      `verified: ${String(targetValues.count)} events in ${String(targetValues.streams)} streams, ${targetValues.sha256}`,
    );
    isVerified = true;
    await translate?.((positions) => positionsIn(target, source, positions));
  } catch (error) {
    // It is unknown whether the positions were translated. The next call finds out, and until then neither log may be used.
    if (isVerified && error instanceof AmbiguousError) throw error;
    // An earlier, killed call may have translated the positions, so the source must stay sealed. It must also stay sealed when another
    // process has opened the target.
    if (wasSealed || !(await target.isSealed())) throw error;
    await source.unseal();
    report('the source is open again; nothing was switched');
    throw error;
  }
  await target.unseal();
  return targetValues;
}

/**
 * Undoes a copy, finished or not. This is possible while the target has no events that the source lacks. On success, the source is open and
 * the target is sealed. On an error, nothing has changed, unless the result of `translate` is unknown: then both logs stay sealed, and the
 * next call continues.
 * @throws LogsDifferError when the target has its own events; any error of `refuseReaders`
 */
export async function undoCopy({
  source,
  target,
  translate,
  refuseReaders = () => Promise.resolve(),
  report = () => undefined,
}: CopyOptions): Promise<void> {
  await refuseReaders();
  await checkSameLog(source, target);
  const wasSealed = await target.isSealed();
  // Checked before sealing: a kill after sealing would leave both logs sealed.
  await checkWayBack(source, target);
  await target.seal();
  try {
    // Checked again: a process may have started in the meantime, because the target was open.
    await refuseReaders();
    await checkWayBack(source, target);
    await translate?.((positions) => positionsIn(source, target, positions));
  } catch (error) {
    // If it is unknown whether the positions were translated, the target stays sealed, and the next call finds out.
    if (!wasSealed && !(error instanceof AmbiguousError)) await target.unseal();
    throw error;
  }
  await source.unseal();
  report('the source is open again, and the target is sealed');
}

async function checkWayBack(source: EventStore, target: EventStore): Promise<void> {
  try {
    await overlap(source, target);
  } catch (error) {
    if (!(error instanceof LogsDifferError)) throw error;
    throw new LogsDifferError('There is no way back: the target holds events that the source does not', {
      cause: error,
    });
  }
}

async function checkSameLog(source: EventStore, target: EventStore): Promise<void> {
  const [sourceValues, targetValues] = [await source.describe(), await target.describe()];
  if (sourceValues.logId === targetValues.logId) {
    // Both logs get the higher epoch: the database of the product compares its epoch with the log that it will use.
    const epoch = Math.max(sourceValues.epoch, targetValues.epoch);
    await source.beginEpoch(epoch);
    await target.beginEpoch(epoch);
    return;
  }
  throw new LogsDifferError(`The target is another log: ${targetValues.logId}, not ${sourceValues.logId}`);
}

/**
 * Compares the target with the beginning of the source. `count`: the events of the target. `after`: the position, in the source, of the
 * last of them.
 * @throws LogsDifferError when the target has an event that the source does not have at this place
 */
async function overlap(
  source: EventStore,
  target: EventStore,
): Promise<{ after: Position | undefined; count: number }> {
  const expected = source.readAll({})[Symbol.asyncIterator]();
  let after: Position | undefined;
  let count = 0;
  try {
    for await (const copied of target.readAll({})) {
      const next = await expected.next();
      const same = !next.done && next.value.id === copied.id && next.value.stream === copied.stream;
      if (!same)
        throw new LogsDifferError(`The target holds an event of its own: ${copied.stream} ${copied.id}`);
      after = next.value.position;
      count += 1;
    }
  } finally {
    await expected.return?.();
  }
  return { after, count };
}

async function copyAfter(
  source: EventStore,
  target: EventStore,
  after: Position | undefined,
  report: (line: string) => void,
): Promise<{ after: Position | undefined }> {
  let last = after;
  let copied = 0;
  let batch: StoredEvent[] = [];
  let bytes = 0;
  const flush = async () => {
    await appendBatch(target, batch);
    copied += batch.length;
    last = batch.at(-1)?.position ?? last;
    if (Math.floor(copied / 10_000) > Math.floor((copied - batch.length) / 10_000)) {
      report(`${String(copied)} events copied`);
    }
    batch = [];
    bytes = 0;
  };
  for await (const event of source.readAll({ after })) {
    const size = appendBytes(checkInput(event.stream, [toNewEvent(event)]));
    const fits = batch.length < BATCH_EVENTS && bytes + size <= APPEND_MAX_BYTES;
    // Consecutive events of one stream share an append.
    if (batch.length > 0 && (batch[0]?.stream !== event.stream || !fits)) await flush();
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) await flush();
  report(`${String(copied)} events copied`);
  return { after: last };
}

async function appendBatch(target: EventStore, batch: readonly StoredEvent[]): Promise<Appended | undefined> {
  const [first] = batch;
  if (!first) return undefined;
  const expected = first.revision === 0n ? 'noStream' : first.revision - 1n;
  const pauses = new WakeUp();
  const never = new AbortController().signal;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await target.append(first.stream, batch.map(toNewEvent), { expected });
    } catch (error) {
      // The repeat has the same ids at the same revision, so an append that was stored without a response is not stored twice.
      const mayRepeat = error instanceof AmbiguousError || error instanceof RetryableError;
      if (!mayRepeat || attempt >= ATTEMPTS) throw error;
      await pauses.sleep(pauses.heard, never, Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.most));
    }
  }
}

const toNewEvent = ({ id, type, data, meta }: StoredEvent): NewEvent => ({ id, type, data, meta });
