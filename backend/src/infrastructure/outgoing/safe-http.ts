import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent, Dispatcher } from 'undici';
import { outsideTransaction } from '../database/transaction.ts';
import { openBody, type OutgoingBody } from './outgoing-body.ts';
import { OutgoingExchange } from './exchange.ts';
import type { ServerReply } from './outgoing-reply.ts';
import { OutgoingError } from './outgoing-error.ts';
import { bareHost, routeOf, type PrivateHost, type OutgoingRoute } from './outgoing-route.ts';
import { requestBegins } from './request-watch.ts';
import { checkHost, guardedAgent, openAgent, type AgentPolicy } from './safe-agent.ts';

export type OutgoingRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  body?: OutgoingBody;
  /** In all, connecting and reading included. */
  timeoutMs?: number;
  /** Largest answer that is read: 5 MB, or 256 kB of a server that a user named, unless the call says otherwise. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** A kept connection may just have been closed by the other side; a call that must not end in doubt takes a new one. */
  newConnection?: boolean;
  /**
   * Takes a 308 that names no other address as an answer: Google's resumable uploads say "Resume Incomplete" by it
   * (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol). Nothing is followed all the same.
   */
  acceptIncomplete?: boolean;
  /**
   * Takes a 3xx that names an address as an answer, without its body. Nothing is followed all the same: whoever goes on asks
   * anew, and each address is checked as the first was.
   */
  acceptRedirect?: boolean;
  /** Of an answer that is larger than `maxBytes` the beginning is enough. */
  cutOff?: boolean;
  /** Takes the body of a success as it comes; the reply has none then. What it throws ends the exchange, as the cause of `unreadable`. */
  onChunk?: (chunk: Buffer) => void;
  /** A user named the server, by whatever detour: the hosts of `operatorHosts` are strangers then as any other. */
  userChosen?: boolean;
}>;

export type SafeHttpPolicy = AgentPolicy &
  Readonly<{
    privateHosts?: readonly PrivateHost[];
    /** Where the operator says that platforms are; open to what no user has a say in. */
    operatorHosts?: readonly PrivateHost[];
    sandboxPort?: number | null;
    allowPort?: (port: number) => boolean;
  }>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5_000_000;
/** Whatever such a server says has to be read and stored by us: what it says of an account or of itself is far smaller. */
const MAX_BYTES_OF_STRANGERS = 256_000;

/**
 * The one door to addresses that a user can influence. https to public addresses only; no redirect is followed, no
 * compressed answer accepted, nothing waited for or read without end. Past it leads only what the operator listed in
 * `ALLOW_PRIVATE_HOSTS` or named as a platform's address; names under `.sandbox.test` lead to the sandbox of this machine.
 */
@Injectable()
export class SafeHttp implements OnApplicationShutdown {
  readonly #policy: SafeHttpPolicy;
  readonly #agents: Readonly<Record<'guarded' | 'open', Readonly<Record<'kept' | 'fresh', Agent>>>>;

  constructor(policy: SafeHttpPolicy = {}) {
    this.#policy = policy;
    this.#agents = {
      guarded: { kept: guardedAgent(policy), fresh: guardedAgent(policy, false) },
      open: { kept: openAgent(), fresh: openAgent(false) },
    };
  }

  /** Where an address would lead, without asking it. @throws OutgoingError `blocked` */
  route(url: string | URL, { userChosen = false }: Pick<OutgoingRequest, 'userChosen'> = {}): OutgoingRoute {
    const { privateHosts: listed = [], operatorHosts = [], sandboxPort = null, allowPort } = this.#policy;
    const privateHosts = userChosen ? listed : [...listed, ...operatorHosts];
    return routeOf(url, { privateHosts, sandboxPort, ...(allowPort && { allowPort }) });
  }

  /**
   * Whether requests of ours may be kept going to an address that a user names: https on its usual port at a public host, or what the
   * operator listed. Each request is checked anew. @throws OutgoingError `blocked`
   */
  async checkKept(address: string): Promise<OutgoingRoute> {
    const route = this.route(address, { userChosen: true });
    if (route.door !== 'guarded') return route;
    const { host, hostname, port } = route.url;
    const refuse = (why: string) => new OutgoingError('blocked', false, host, why);
    // `route` makes https of http, as it suits what people type of a server; here the whole address is theirs.
    if (!/^https:/iu.test(address)) throw refuse('only https is allowed');
    if (port !== '') throw refuse(`port ${port} is not allowed`);
    try {
      await checkHost(bareHost(hostname), this.#policy);
    } catch (cause) {
      throw new OutgoingError('blocked', false, host, 'is not a public address', { cause });
    }
    return route;
  }

  /** Any status is an answer, but a 3xx, unless `acceptIncomplete` or `acceptRedirect` says so. @throws OutgoingError, TransactionIsOpen */
  async send(request: OutgoingRequest): Promise<ServerReply> {
    const route = this.route(request.url, request);
    outsideTransaction(`an answer of ${route.url.host}`);
    const opened = await openBody(request.body);
    const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
    const { acceptIncomplete = false, acceptRedirect = false, cutOff = false, onChunk } = request;
    const maxBytes = request.maxBytes ?? (request.userChosen === true ? MAX_BYTES_OF_STRANGERS : MAX_BYTES);
    const bounds = {
      timeoutMs,
      maxBytes,
      acceptIncomplete,
      acceptRedirect,
      cutOff,
      ...(onChunk && { onChunk }),
    };
    const exchange = new OutgoingExchange(route.url.host, bounds);
    const ended = requestBegins();
    try {
      const reply = exchange.reply(request.signal);
      if (!exchange.ended)
        this.#agentFor(route, request).dispatch(wire(route, request, opened, timeoutMs), exchange);
      return await reply;
    } finally {
      ended(exchange.sent);
      await opened.close();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const { guarded, open } = this.#agents;
    await Promise.all([guarded, open].flatMap(({ kept, fresh }) => [kept.destroy(), fresh.destroy()]));
  }

  #agentFor({ door }: OutgoingRoute, { newConnection = false }: OutgoingRequest): Agent {
    return this.#agents[door === 'guarded' ? 'guarded' : 'open'][newConnection ? 'fresh' : 'kept'];
  }
}

function wire(
  { url, origin }: OutgoingRoute,
  { method, headers }: OutgoingRequest,
  opened: Awaited<ReturnType<typeof openBody>>,
  timeoutMs: number,
): Dispatcher.DispatchOptions {
  return {
    origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: {
      ...headers,
      ...opened.headers,
      host: url.host,
      // A compressed answer can be a thousand times larger than the bytes we count.
      'accept-encoding': 'identity',
      'user-agent': 'Posthorn',
    },
    body: opened.body,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  };
}
