import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceError,
} from '@grpc/grpc-js';
import { DoubleLog, type AppendOutcome } from './double-log.ts';
import type { Proposed } from './recorded.ts';
import { answerRead, type ReadCall } from './wire-reads.ts';
import {
  accessDenied,
  appendReply,
  expectedOf,
  nameOf,
  notLeader,
  proposedOf,
  serverError,
  streamDeleted,
  tooLarge,
  unauthenticated,
} from './wire-messages.ts';

const APPEND_MAX_BYTES = 1024 * 1024;

/**
 * What happens to one append. `exception`: the server fails before the commit. `drop-reply`: it commits and the
 * connection breaks. `silence`: it commits nothing and never responds. `late-silence`: it commits and never responds.
 */
export type AppendFault = 'exception' | 'drop-reply' | 'silence' | 'late-silence';
/** A member of the cluster, as gossip reports it. */
export type Member = Readonly<{ host: string; port: number; leader: boolean; alive?: boolean }>;

/**
 * Speaks the EventStoreDB protocol, built from the definitions that the client ships. It shows how our adapter handles responses and
 * failures. It does not show how durability, replication or elections work.
 */
export class WireDouble {
  readonly log: DoubleLog;
  readonly calls = { append: 0, batchAppend: 0, read: 0, gossip: 0 };
  /** `events`: sent to readers. `lookedAt`: searched in the whole log. `openReads`: open calls of readers. */
  readonly traffic = { events: 0, lookedAt: 0, openReads: 0 };
  /** Each append takes and removes the first of these faults, if there is one. */
  readonly faults: AppendFault[] = [];
  /** When set, the double refuses appends that require the leader, and returns this address. */
  leader: Readonly<{ host: string; port: number }> | undefined;
  /** The members that gossip reports; by default only this node, as the leader. */
  members: readonly Member[] | undefined;
  /** Which calls are refused. The double knows no users: either all calls, or those that read the whole log. */
  refuses: 'nobody' | 'everybody' | 'readers of all' = 'nobody';
  /** Milliseconds before each event of a read or subscription. */
  readDelay = 0;
  /** Milliseconds that a call waits before it starts, like the delay of a network and a disk. */
  callDelay = 0;
  /** Milliseconds after which the double reports a time-out for an append that most nodes lack. It stays in the log. */
  commitTimeout = 2000;
  #server: Server | undefined;
  #port = 0;
  #frozen = false;
  readonly #resumeCallbacks: (() => void)[] = [];

  /** @param log doubles that share a log are a cluster: see `replicationTakes` */
  constructor(log = new DoubleLog()) {
    this.log = log;
  }

  /** Simulates a paused process: it accepts connections, but does not process or answer anything until it resumes. */
  get frozen(): boolean {
    return this.#frozen;
  }

  set frozen(frozen: boolean) {
    this.#frozen = frozen;
    if (!frozen) for (const wake of this.#resumeCallbacks.splice(0)) wake();
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `esdb://127.0.0.1:${String(this.#port)}?tls=false`;
  }

  /** Without `port`, the first start uses a free port, and a start after a stop uses the same port. */
  async start(port = this.#port): Promise<this> {
    const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(streamsService.StreamsService, {
      append: (call: AppendCall, reply: sendUnaryData<streams.AppendResp>) => {
        this.#append(call, reply);
      },
      batchAppend: (call: ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>) => {
        this.#batchAppend(call);
      },
      read: (call: ReadCall) => {
        this.#read(call);
      },
      delete: refuse,
      tombstone: refuse,
    });
    server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_: unknown, reply: sendUnaryData<features.SupportedMethods>) => {
        reply(null, supportedMethods());
      },
    });
    server.addService(gossipService.GossipService, {
      read: (_: unknown, reply: sendUnaryData<gossip.ClusterInfo>) => {
        this.calls.gossip += 1;
        void this.#resumed().then(() => {
          reply(null, this.#gossip());
        });
      },
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${String(port)}`, ServerCredentials.createInsecure(), (error, bound) => {
        if (error) reject(error);
        else resolve(bound);
      });
    });
    this.#server = server;
    return this;
  }

  /** Cuts every connection, as a crash would. The log stays, so `start` is a restart. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
  }

  close(): void {
    this.stop();
    this.log.close();
  }

  #append(call: AppendCall, reply: sendUnaryData<streams.AppendResp>): void {
    this.calls.append += 1;
    const fault = this.faults.shift();
    const events: Proposed[] = [];
    let options: streams.AppendReq.Options | undefined;
    call.on('data', (message: streams.AppendReq) => {
      if (message.hasOptions()) options = message.getOptions();
      const proposed = message.getProposedMessage();
      if (proposed) events.push(proposedOf(proposed));
    });
    call.on('end', () => {
      void this.#delayed().then(answer);
    });
    // The caller may have given up by now; a real server would still do the work.
    const answer = () => {
      if (this.refuses === 'everybody') reply(unauthenticated());
      else if (this.leader && call.metadata.get('requires-leader')[0] === 'true') {
        reply(notLeader(this.leader.host, this.leader.port));
      } else if (fault === 'exception') reply(serverError(status.UNKNOWN, 'Server is too busy'));
      else if (fault !== 'silence' && options) this.#commit(options, events, fault, reply);
    };
  }

  #commit(
    options: streams.AppendReq.Options,
    events: readonly Proposed[],
    fault: 'drop-reply' | 'late-silence' | undefined,
    reply: sendUnaryData<streams.AppendResp>,
  ): void {
    const stream = nameOf(options.getStreamIdentifier());
    const bytes = events.reduce(
      (sum, { data, metadata, type }) => sum + data.length + metadata.length + 2 * Buffer.byteLength(type),
      0,
    );
    if (bytes > APPEND_MAX_BYTES) {
      reply(tooLarge(APPEND_MAX_BYTES));
      return;
    }
    const expected = expectedOf(options);
    const outcome = this.log.append(stream, expected, events);
    if (fault === 'late-silence') return;
    if (fault === 'drop-reply') reply(serverError(status.UNAVAILABLE, 'Connection dropped'));
    else if (outcome.kind === 'deleted') reply(streamDeleted(stream));
    else if (outcome.kind === 'wrong-version') reply(null, appendReply(outcome, expected));
    else void this.#acknowledge(outcome, expected, reply);
  }

  async #acknowledge(
    outcome: Extract<AppendOutcome, { kind: 'stored' }>,
    expected: bigint,
    reply: sendUnaryData<streams.AppendResp>,
  ): Promise<void> {
    const isReplicated = await this.log.replicated(outcome.last, this.commitTimeout);
    await this.#resumed();
    if (isReplicated) reply(null, appendReply(outcome, expected));
    else reply(serverError(status.ABORTED, 'Operation timed out: Commit phase timeout'));
  }

  // Never answered, so that a caller of the batch call notices. Our adapter must not use it, and the suite counts the calls.
  #batchAppend(call: ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>): void {
    call.on('data', () => {
      this.calls.batchAppend += 1;
    });
    call.on('end', () => {
      call.end();
    });
  }

  #read(call: ReadCall): void {
    this.calls.read += 1;
    this.traffic.openReads += 1;
    const ended = new AbortController();
    ended.signal.addEventListener('abort', () => (this.traffic.openReads -= 1), { once: true });
    const end = () => {
      ended.abort();
    };
    call.on('cancelled', end);
    call.on('close', end);
    this.#answer(call, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) call.emit('error', error);
      end();
    });
  }

  async #answer(call: ReadCall, ended: AbortSignal): Promise<void> {
    await this.#delayed();
    const refusal = this.#refusalOf(call);
    if (refusal) throw refusal;
    await answerRead(this.log, call, ended, {
      onSearched: (count) => (this.traffic.lookedAt += count),
      beforeEvent: this.#beforeEvent,
    });
  }

  async #delayed(): Promise<void> {
    if (this.callDelay > 0) await wait(this.callDelay);
    await this.#resumed();
  }

  async #resumed(): Promise<void> {
    while (this.#frozen) await new Promise<void>((resolve) => this.#resumeCallbacks.push(resolve));
  }

  #refusalOf(call: ReadCall): ServiceError | null {
    if (this.refuses === 'everybody') return unauthenticated();
    return this.refuses === 'readers of all' && call.request.getOptions()?.hasAll() === true
      ? accessDenied()
      : null;
  }

  readonly #beforeEvent = async (ended: AbortSignal): Promise<void> => {
    this.traffic.events += 1;
    await this.#resumed();
    if (this.readDelay > 0) await wait(this.readDelay, undefined, { signal: ended });
  };

  #gossip(): gossip.ClusterInfo {
    const info = new gossip.ClusterInfo();
    const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
    const alone: Member = { host: '127.0.0.1', port: this.#port, leader: true };
    for (const { host, port, leader, alive = true } of this.members ?? [alone]) {
      const id = new shared.UUID();
      id.setString(randomUUID());
      const end = new gossip.EndPoint();
      end.setAddress(host);
      end.setPort(port);
      const member = new gossip.MemberInfo();
      member.setInstanceId(id);
      member.setTimeStamp(String(Date.now()));
      member.setState(leader ? LEADER : FOLLOWER);
      member.setIsAlive(alive);
      member.setHttpEndPoint(end);
      info.addMembers(member);
    }
    return info;
  }
}

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>;

function refuse(_: ServerUnaryCall<unknown, unknown>, reply: sendUnaryData<unknown>): void {
  reply(serverError(status.UNIMPLEMENTED, 'The double does not do this'));
}

// The double offers batch append, so that a client that prefers it uses it.
function supportedMethods(): features.SupportedMethods {
  const methods = new features.SupportedMethods();
  methods.setEventStoreServerVersion('24.10.0');
  for (const name of ['read', 'append', 'batchappend']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    if (name === 'batchappend') method.addFeatures('deadline_duration');
    methods.addMethods(method);
  }
  return methods;
}
