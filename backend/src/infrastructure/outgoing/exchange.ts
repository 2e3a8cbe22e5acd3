import type { IncomingHttpHeaders } from 'node:http';
import { errors, type Dispatcher } from 'undici';
import { OutgoingError, type OutgoingFailure } from './outgoing-error.ts';
import { ServerReply } from './outgoing-reply.ts';
import { AddressBlocked } from './safe-agent.ts';

type Bounds = Readonly<{
  timeoutMs: number;
  maxBytes: number;
  /** Accepts a 308 without a URL, which means "Resume Incomplete" in Google's resumable uploads. */
  acceptIncomplete?: boolean;
  /** Accepts a 3xx with a URL, without its body. */
  acceptRedirect?: boolean;
  /** Accepts the first `maxBytes` bytes of a longer response. */
  cutOff?: boolean;
  /** Receives the body of a success as it arrives. */
  onChunk?: (chunk: Buffer) => void;
}>;

/**
 * The bytes of an error response that are kept when the caller set `onChunk`. `maxBytes` alone does not protect the memory in this case,
 * because the caller may allow a stream that is larger than the memory.
 */
const REFUSAL_BYTES = 256_000;

/** One HTTP request. It records whether the request left this machine, counts the bytes of the response, and ends in time. */
export class OutgoingExchange implements Dispatcher.DispatchHandler {
  readonly #host: string;
  readonly #bounds: Bounds;
  readonly #answer: Promise<ServerReply>;
  #resolve: (reply: ServerReply) => void = () => undefined;
  #reject: (error: OutgoingError) => void = () => undefined;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #sent = false;
  #ended = false;
  #bytes = 0;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};

  constructor(host: string, bounds: Bounds) {
    this.#host = host;
    this.#bounds = bounds;
    this.#answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether a part of the request may have left this machine. */
  get sent(): boolean {
    return this.#sent;
  }

  /** @throws OutgoingError */
  async reply(signal?: AbortSignal): Promise<ServerReply> {
    const onAbort = () => {
      this.#fail('timeout', 'was given up');
    };
    const timer = setTimeout(() => {
      this.#fail('timeout', `no answer within ${String(this.#bounds.timeoutMs)} ms`);
    }, this.#bounds.timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    try {
      return await this.#answer;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error('given up'));
    else this.#sent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
    );
    const isRedirect = status >= 300 && status < 400;
    const isResumable =
      status === 308 && this.#bounds.acceptIncomplete === true && !('location' in this.#headers);
    if (isRedirect && this.#bounds.acceptRedirect === true && 'location' in this.#headers) this.#answerNow();
    else if (isRedirect && !isResumable) this.#fail('redirected', `sends us elsewhere (${String(status)})`);
    const encoding = this.#headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') this.#fail('unreadable', `answers in ${encoding}, which was not asked for`);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    const { onChunk, cutOff } = this.#bounds;
    const isRefusal = onChunk !== undefined && this.#status >= 300;
    const most = isRefusal ? Math.min(REFUSAL_BYTES, this.#bounds.maxBytes) : this.#bounds.maxBytes;
    const remaining = most - this.#bytes;
    this.#bytes += chunk.length;
    if (this.#bytes <= most) this.#take(chunk);
    else if (cutOff === true || isRefusal) {
      this.#chunks.push(chunk.subarray(0, remaining));
      this.#answerNow();
    } else this.#fail('unreadable', 'answers with too many bytes');
  }

  /** Keeps the body of an error response, even if the caller streams the body of a success. */
  #take(chunk: Buffer): void {
    const { onChunk } = this.#bounds;
    if (!onChunk || this.#status >= 300) this.#chunks.push(chunk);
    else
      try {
        onChunk(chunk);
      } catch (error) {
        this.#fail('unreadable', 'cannot be taken', error as Error);
      }
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#resolve(this.#replySoFar());
  }

  /** Ends the exchange without waiting for the rest of the response. */
  #answerNow(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#resolve(this.#replySoFar());
    this.#controller?.abort(new Error('enough was read'));
  }

  #replySoFar(): ServerReply {
    return new ServerReply(this.#status, this.#headers, Buffer.concat(this.#chunks));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (error instanceof AddressBlocked) this.#fail('blocked', error.message, error);
    else if (!this.#sent) this.#fail(isTimeout(error) ? 'timeout' : 'unreachable', reasonOf(error), error);
    else if (isTimeout(error)) this.#fail('timeout', reasonOf(error), error);
    else if (this.#status > 0 || error instanceof errors.HTTPParserError)
      this.#fail('unreadable', reasonOf(error), error);
    else this.#fail('reset', reasonOf(error), error);
  }

  #fail(failure: OutgoingFailure, detail: string, cause?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reject(new OutgoingError(failure, this.#sent, this.#host, detail, { cause }));
    this.#controller?.abort(cause ?? new Error(detail));
  }
}

const isTimeout = (error: Error): boolean =>
  error instanceof errors.ConnectTimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

/** After several IP addresses were tried, returns the reason of the first failure. */
function reasonOf(error: Error & { errors?: unknown }): string {
  const all: unknown[] = Array.isArray(error.errors) ? error.errors : [];
  const [first] = all as Partial<Error>[];
  return first?.message ?? error.message;
}
