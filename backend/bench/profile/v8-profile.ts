import { setTimeout as pause } from 'node:timers/promises';

const CONNECTED_WITHIN_MS = 10_000;
const SAMPLED_EVERY_MICROSECONDS = 500;

/** Lines and columns count from 0. https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#type-CallFrame */
export type CallFrame = Readonly<{
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}>;

/** https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile */
export type Profile = Readonly<{
  nodes: readonly Readonly<{ id: number; callFrame: CallFrame; children?: readonly number[] }>[];
  /** The node id of each sample. */
  samples: readonly number[];
  timeDeltas: readonly number[];
}>;

type InspectorMessage = Readonly<{
  id?: number;
  result?: { profile?: Profile };
  error?: { message: string };
}>;

/** The profiler of a Node process that runs with `--inspect`. It uses the debugging port of that process. */
export class V8Profiler {
  #lastId = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<InspectorMessage>>();

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const response = JSON.parse(String(data)) as InspectorMessage;
      if (response.id !== undefined) this.#waiting.get(response.id)?.resolve(response);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error('The process has closed its debugging port.'));
    });
  }

  /** @throws Error when this port of this machine does not respond in time */
  static async connect(port: number): Promise<V8Profiler> {
    const socket = new WebSocket(await addressAt(port));
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => {
        reject(new Error(`The debugging port ${String(port)} takes no connection.`));
      });
    });
    return new V8Profiler(socket);
  }

  /** Starts the profiler, and resumes a process that waits for it (`--inspect-wait`). */
  async start(): Promise<void> {
    await this.#ask('Profiler.enable');
    await this.#ask('Profiler.setSamplingInterval', { interval: SAMPLED_EVERY_MICROSECONDS });
    await this.#ask('Profiler.start');
    await this.#ask('Runtime.runIfWaitingForDebugger');
  }

  async stop(): Promise<Profile> {
    const { result } = await this.#ask('Profiler.stop');
    this.socket.close();
    if (!result?.profile) throw new Error('The process gave no profile.');
    return result.profile;
  }

  async #ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<InspectorMessage> {
    const id = (this.#lastId += 1);
    const waiting = Promise.withResolvers<InspectorMessage>();
    this.#waiting.set(id, waiting);
    this.socket.send(JSON.stringify({ id, method, params }));
    const response = await waiting.promise.finally(() => this.#waiting.delete(id));
    if (response.error) throw new Error(`${method}: ${response.error.message}`);
    return response;
  }
}

async function addressAt(port: number): Promise<string> {
  const until = Date.now() + CONNECTED_WITHIN_MS;
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${String(port)}/json/list`).catch(() => null);
    const [target] = response?.ok ? ((await response.json()) as { webSocketDebuggerUrl?: string }[]) : [];
    if (target?.webSocketDebuggerUrl !== undefined) return target.webSocketDebuggerUrl;
    if (Date.now() > until) throw new Error(`There is no response at the debugging port ${String(port)}.`);
    await pause(10);
  }
}
