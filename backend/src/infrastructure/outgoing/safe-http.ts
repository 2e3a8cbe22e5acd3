import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent, Dispatcher } from 'undici';
import { outsideTransaction } from '../database/transaction.ts';
import { openBody, type OutgoingBody } from './outgoing-body.ts';
import { OutgoingExchange } from './exchange.ts';
import type { ServerReply } from './outgoing-reply.ts';
import { OutgoingError } from './outgoing-error.ts';
import { bareHost, routeOf, type PrivateHost, type OutgoingRoute } from './outgoing-route.ts';
import { requestStarted } from './request-watch.ts';
import { checkHost, guardedAgent, unguardedAgent, type AgentPolicy } from './safe-agent.ts';

export type OutgoingRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  body?: OutgoingBody;
  /** The time limit in total, including connecting and reading. */
  timeoutMs?: number;
  /** The maximum size of the response: by default 5 MB, or 256 kB from a server that a user entered. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** Opens a new connection. The server may just have closed a kept connection, and then the outcome would be unknown. */
  newConnection?: boolean;
  /**
   * Accepts a 308 without a new URL as a response. Google's resumable uploads use it for "Resume Incomplete"
   * (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol). No redirect is followed.
   */
  acceptIncomplete?: boolean;
  /**
   * Accepts a 3xx with a URL as a response, without its body. No redirect is followed: the caller sends a new request, and its URL is
   * checked like the first.
   */
  acceptRedirect?: boolean;
  /** Accepts the beginning of a response that is larger than `maxBytes`. */
  cutOff?: boolean;
  /**
   * Receives the body of a success as it arrives; the response then has none. An error that it throws ends the exchange, as the cause of `unreadable`.
   */
  onChunk?: (chunk: Buffer) => void;
  /** A user entered the server, directly or indirectly. For such a server, the hosts of `operatorHosts` get no exception. */
  userChosen?: boolean;
}>;

export type SafeHttpPolicy = AgentPolicy &
  Readonly<{
    privateHosts?: readonly PrivateHost[];
    /** Hosts of platforms that the operator configured. Open only to calls whose URL no user influences. */
    operatorHosts?: readonly PrivateHost[];
    sandboxPort?: number | null;
    allowPort?: (port: number) => boolean;
  }>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5_000_000;
/** Bytes. Posthorn stores what a server sends that a user entered. The data about an account or a server are far smaller than this. */
const MAX_BYTES_OF_STRANGERS = 256_000;

/**
 * The only way to URLs that a user can influence. It connects by https to public IP addresses only. It does not follow redirects, accepts no compressed
 * response, and limits time and size. Exceptions are hosts in `ALLOW_PRIVATE_HOSTS` and platform URLs that the operator configured. Names under
 * `.sandbox.test` lead to the sandbox of this machine.
 */
@Injectable()
export class SafeHttp implements OnApplicationShutdown {
  readonly #policy: SafeHttpPolicy;
  readonly #agents: Readonly<Record<'guarded' | 'open', Readonly<Record<'kept' | 'fresh', Agent>>>>;

  constructor(policy: SafeHttpPolicy = {}) {
    this.#policy = policy;
    this.#agents = {
      guarded: { kept: guardedAgent(policy), fresh: guardedAgent(policy, false) },
      open: { kept: unguardedAgent(), fresh: unguardedAgent(false) },
    };
  }

  /**
   * Returns the route of a URL, without a request to it.
   * @throws OutgoingError `blocked`
   */
  route(url: string | URL, { userChosen = false }: Pick<OutgoingRequest, 'userChosen'> = {}): OutgoingRoute {
    const { privateHosts: listed = [], operatorHosts = [], sandboxPort = null, allowPort } = this.#policy;
    const privateHosts = userChosen ? listed : [...listed, ...operatorHosts];
    return routeOf(url, { privateHosts, sandboxPort, ...(allowPort && { allowPort }) });
  }

  /**
   * Whether we may keep sending requests to a URL that a user entered. It must be https on its usual port at a public host, or
   * listed by the operator. Each request is checked again.
   * @throws OutgoingError `blocked`
   */
  async checkKept(address: string): Promise<OutgoingRoute> {
    const route = this.route(address, { userChosen: true });
    if (route.access !== 'guarded') return route;
    const { host, hostname, port } = route.url;
    const refuse = (why: string) => new OutgoingError('blocked', false, host, why);
    // `route` turns http into https, because people type servers that way. Here the user enters the whole URL.
    if (!/^https:/iu.test(address)) throw refuse('only https is allowed');
    if (port !== '') throw refuse(`port ${port} is not allowed`);
    try {
      await checkHost(bareHost(hostname), this.#policy);
    } catch (cause) {
      throw new OutgoingError('blocked', false, host, 'is not a public address', { cause });
    }
    return route;
  }

  /**
   * Sends a request. Returns a response with any status. For a 3xx, `acceptIncomplete` or `acceptRedirect` must be set.
   * @throws OutgoingError, TransactionIsOpen
   */
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
    const noteEnd = requestStarted();
    try {
      const reply = exchange.reply(request.signal);
      if (!exchange.ended)
        this.#agentFor(route, request).dispatch(dispatchOptions(route, request, opened, timeoutMs), exchange);
      return await reply;
    } finally {
      noteEnd(exchange.sent);
      await opened.close();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const { guarded, open } = this.#agents;
    await Promise.all([guarded, open].flatMap(({ kept, fresh }) => [kept.destroy(), fresh.destroy()]));
  }

  #agentFor({ access }: OutgoingRoute, { newConnection = false }: OutgoingRequest): Agent {
    return this.#agents[access === 'guarded' ? 'guarded' : 'open'][newConnection ? 'fresh' : 'kept'];
  }
}

function dispatchOptions(
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
      // A compressed response can be a thousand times larger than the bytes that we count.
      'accept-encoding': 'identity',
      'user-agent': 'Posthorn',
    },
    body: opened.body,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  };
}
