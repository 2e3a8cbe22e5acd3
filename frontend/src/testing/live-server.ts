import {
  LIVE_PATH,
  type LiveChanges,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach } from '@jest/globals';

type Handler = 'onopen' | 'onmessage' | 'onerror';

/** Sends live updates of the fake server. A spec without this object gets no live updates. */
export type LiveServer = {
  /** Reports a changed list. `changes` contains the ids of the changed items. */
  send: (topic: LiveTopic, changes?: LiveChanges) => void;
  /** Reports an open connection. */
  opened: () => void;
  /** Reports that the connection broke or failed. The browser reconnects without the app. */
  disconnected: () => void;
};

export function liveServer(): LiveServer {
  const open = new Set<FakeEventSource>();

  class FakeEventSource implements Pick<EventSource, 'readyState' | 'close' | Handler> {
    static readonly CLOSED = 2;
    readonly readyState = 1;
    onopen: EventSource['onopen'] = null;
    onmessage: EventSource['onmessage'] = null;
    onerror: EventSource['onerror'] = null;
    constructor(path: string) {
      if (path.startsWith(`${LIVE_PATH}?`)) open.add(this);
    }
    close(): void {
      open.delete(this);
    }
  }
  const dispatch = (handler: Handler, event: Event) => {
    for (const source of open) source[handler]?.call(source as unknown as EventSource, event as MessageEvent);
  };

  beforeEach(() => {
    Object.defineProperty(globalThis, 'EventSource', { value: FakeEventSource, configurable: true });
  });
  afterEach(() => {
    open.clear();
    Reflect.deleteProperty(globalThis, 'EventSource');
  });
  return {
    send: (topic, changes) => {
      const message: LiveMessage = { topic, version: '1', ...(changes && { changes }) };
      dispatch('onmessage', new MessageEvent('message', { data: JSON.stringify(message) }));
    },
    opened: () => {
      dispatch('onopen', new Event('open'));
    },
    disconnected: () => {
      dispatch('onerror', new Event('error'));
    },
  };
}
