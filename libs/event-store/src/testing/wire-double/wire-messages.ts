import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { ANY, type AppendOutcome } from './double-log.ts';
import type { Proposed, DoubleRecord } from './recorded.ts';

const TICKS_PER_MILLISECOND = 10_000n;
/** The server’s default page size. */
const PAGE = 32;

/** An error in the server’s form: a status, and details in the trailers. */
export function serverError(
  code: status,
  details: string,
  trailers: Record<string, string> = {},
): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}
export const streamDeleted = (stream: string): ServiceError =>
  serverError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
export const notLeader = (host: string, port: number): ServiceError =>
  serverError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
export const tooLarge = (most: number): ServiceError =>
  serverError(status.INVALID_ARGUMENT, `Maximum Append Size of ${String(most)} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(most),
  });

export const unauthenticated = (): ServiceError =>
  serverError(status.UNAUTHENTICATED, 'Authentication Failed');
export const accessDenied = (): ServiceError =>
  serverError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const nameOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

function identifierOf(name: string): shared.StreamIdentifier {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name, 'utf8'));
  return identifier;
}

export function expectedOf(options: streams.AppendReq.Options): bigint {
  if (options.hasRevision()) return BigInt(options.getRevision());
  return options.hasNoStream() ? -1n : ANY;
}

export function proposedOf(message: streams.AppendReq.ProposedMessage): Proposed {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  };
}

/** The response to an append. A deleted stream is an error, which the caller sends. */
export function appendReply(
  outcome: Exclude<AppendOutcome, { kind: 'deleted' }>,
  expected: bigint,
): streams.AppendResp {
  const reply = new streams.AppendResp();
  if (outcome.kind === 'wrong-version') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current < 0n) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.current));
    if (expected === -1n) wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedRevision(String(expected));
    reply.setWrongExpectedVersion(wrong);
    return reply;
  }
  const success = new streams.AppendResp.Success();
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(outcome.last.position));
  position.setPreparePosition(String(outcome.last.position));
  success.setCurrentRevision(String(outcome.last.revision));
  success.setPosition(position);
  reply.setSuccess(success);
  return reply;
}

export function eventReply(record: DoubleRecord): streams.ReadResp {
  const id = new shared.UUID();
  id.setString(record.id);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(identifierOf(record.stream));
  recorded.setStreamRevision(String(record.revision));
  recorded.setCommitPosition(String(record.position));
  recorded.setPreparePosition(String(record.position));
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const metadata = recorded.getMetadataMap();
  metadata.set('type', record.type);
  metadata.set('content-type', record.contentType);
  metadata.set('created', String(BigInt(record.created) * TICKS_PER_MILLISECOND));
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(record.position));
  const reply = new streams.ReadResp();
  reply.setEvent(event);
  return reply;
}

export function notFoundReply(stream: string): streams.ReadResp {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifierOf(stream));
  const reply = new streams.ReadResp();
  reply.setStreamNotFound(missing);
  return reply;
}

export function confirmationReply(id: string): streams.ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const reply = new streams.ReadResp();
  reply.setConfirmation(confirmation);
  return reply;
}

export function caughtUpReply(): streams.ReadResp {
  const reply = new streams.ReadResp();
  reply.setCaughtUp(new streams.ReadResp.CaughtUp());
  return reply;
}

export function checkpointReply(position: bigint): streams.ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const reply = new streams.ReadResp();
  reply.setCheckpoint(checkpoint);
  return reply;
}

/** How many events the server searches before it sends a result or a checkpoint. */
export function windowOf(options: streams.ReadReq.Options): number {
  const filter = options.getFilter();
  return filter?.hasMax() === true ? filter.getMax() : PAGE;
}

/** Which events pass the filter of a read or subscription. */
export function filterOf(options: streams.ReadReq.Options): (record: DoubleRecord) => boolean {
  if (!options.hasFilter()) return () => true;
  const filter = options.getFilter();
  const byStream = filter?.hasStreamIdentifier() === true;
  const expression = byStream ? filter.getStreamIdentifier() : filter?.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const pattern = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  return (record) => {
    const value = byStream ? record.stream : record.type;
    return pattern ? pattern.test(value) : prefixes.some((prefix) => value.startsWith(prefix));
  };
}
