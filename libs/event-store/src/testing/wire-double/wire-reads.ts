import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status, type ServerWritableStream } from '@grpc/grpc-js';
import type { DoubleLog } from './double-log.ts';
import type { DoubleRecord } from './recorded.ts';
import {
  caughtUpReply,
  checkpointReply,
  confirmationReply,
  eventReply,
  filterOf,
  nameOf,
  notFoundReply,
  serverError,
  streamDeleted,
  windowOf,
} from './wire-messages.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;
/** Callbacks of the double during a read. */
type Callbacks = Readonly<{
  beforeEvent: (ended: AbortSignal) => Promise<void>;
  onSearched: (count: number) => void;
}>;
type Send = (message: streams.ReadResp) => Promise<void>;

const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;

/** Answers one Read call: a read of a stream, a read of the whole log, or a subscription to the whole log. */
export async function answerRead(
  log: DoubleLog,
  call: ReadCall,
  ended: AbortSignal,
  callbacks: Callbacks,
): Promise<void> {
  const options = call.request.getOptions();
  if (!options) throw serverError(status.INVALID_ARGUMENT, 'No options');
  const send: Send = async (message) => {
    if (message.hasEvent()) await callbacks.beforeEvent(ended);
    // Backpressure reaches the reader of the log, as it does on the server.
    if (!call.write(message) && !ended.aborted) await once(call, 'drain', { signal: ended });
  };
  if (options.hasSubscription()) {
    if (!options.hasAll()) throw serverError(status.UNIMPLEMENTED, 'Only the whole log can be subscribed to');
    await subscription(log, options, send, ended, callbacks);
    return;
  }
  if (options.hasStream()) await readOfStream(log, options, send, ended);
  else await readOfAll(log, options, send, ended, callbacks);
  call.end();
}

async function readOfStream(
  log: DoubleLog,
  options: streams.ReadReq.Options,
  send: Send,
  ended: AbortSignal,
): Promise<void> {
  const requested = options.getStream();
  const name = nameOf(requested?.getStreamIdentifier());
  if (log.isTombstoned(name)) throw streamDeleted(name);
  const history = log.streamOf(name);
  if (history.length === 0) {
    await send(notFoundReply(name));
    return;
  }
  const backwards = options.getReadDirection() === BACKWARDS;
  const from = requested?.hasRevision() ? Number(requested.getRevision()) : undefined;
  const events = backwards
    ? history.slice(0, (from ?? history.length - 1) + 1).reverse()
    : history.slice(from ?? 0);
  await sendAll(events.slice(0, Number(options.getCount())), send, ended);
}

async function readOfAll(
  log: DoubleLog,
  options: streams.ReadReq.Options,
  send: Send,
  ended: AbortSignal,
  { onSearched }: Callbacks,
): Promise<void> {
  const position = options.getAll()?.getPosition();
  const keep = filterOf(options);
  const window = windowOf(options);
  let left = Number(options.getCount());
  let next = position ? BigInt(position.getCommitPosition()) : undefined;
  const backwards = options.getReadDirection() === BACKWARDS;
  while (left > 0 && !ended.aborted) {
    const page = backwards ? log.backwards(next ?? 'end', window) : log.forwards(next ?? 0n, window);
    onSearched(page.length);
    const last = page.at(-1);
    if (!last) return;
    const found = page.filter(keep).slice(0, left);
    await sendAll(found, send, ended);
    if (found.length === 0) await nextTurn();
    left -= found.length;
    next = backwards ? last.position : last.position + 1n;
  }
}

async function subscription(
  log: DoubleLog,
  options: streams.ReadReq.Options,
  send: Send,
  ended: AbortSignal,
  { onSearched }: Callbacks,
): Promise<void> {
  const keep = filterOf(options);
  const window = windowOf(options);
  const interval = window * (options.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
  const start = options.getAll()?.getPosition();
  // A subscription starts after its position; a read starts at it.
  let next = start ? BigInt(start.getCommitPosition()) + 1n : 0n;
  let isLive = false;
  let considered = 0;
  await send(confirmationReply(randomUUID()));
  while (!ended.aborted) {
    const { length } = log;
    const page = log.forwards(next, window);
    onSearched(page.length);
    await sendAll(page.filter(keep), send, ended);
    const last = page.at(-1);
    if (last) {
      next = last.position + 1n;
      considered += page.length;
      // This checkpoint is ahead of the events that the consumer has handled: storing it would lose events. The server sends no checkpoint
      // at the end of catching up.
      if (options.hasFilter() && considered >= interval && (isLive || page.length === window)) {
        considered %= interval;
        await send(checkpointReply(last.position));
      }
      continue;
    }
    if (!isLive) await send(caughtUpReply());
    isLive = true;
    await log.grown(length, ended);
  }
}

async function sendAll(events: readonly DoubleRecord[], send: Send, ended: AbortSignal): Promise<void> {
  for (const event of events) {
    if (ended.aborted) return;
    await send(eventReply(event));
  }
}
