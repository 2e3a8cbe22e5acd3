import {
  LIVE_PATH,
  type LiveChanges,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach } from '@jest/globals';

type Handler = 'onopen' | 'onmessage' | 'onerror';

/** Live updates from the fake server. Without it a screen gets none. */
export type LiveServer = {
  /** Reports a changed list; `changes` names the changed items. */
  send: (topic: LiveTopic, changes?: LiveChanges) => void;
  /** The connection is open. */
  opened: () => void;
  /** The connection broke or failed. The browser tries again by itself. */
  cutOff: () => void;
};

export function liveNews(): LiveServer {
  const open = new Set<NewsSource>();

  class NewsSource implements Pick<EventSource, 'readyState' | 'close' | Handler> {
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
  const happens = (handler: Handler, event: Event) => {
    for (const source of open) source[handler]?.call(source as unknown as EventSource, event as MessageEvent);
  };

  beforeEach(() => {
    Object.defineProperty(globalThis, 'EventSource', { value: NewsSource, configurable: true });
  });
  afterEach(() => {
    open.clear();
    Reflect.deleteProperty(globalThis, 'EventSource');
  });
  return {
    send: (topic, changes) => {
      const message: LiveMessage = { topic, version: '1', ...(changes && { changes }) };
      happens('onmessage', new MessageEvent('message', { data: JSON.stringify(message) }));
    },
    opened: () => {
      happens('onopen', new Event('open'));
    },
    cutOff: () => {
      happens('onerror', new Event('error'));
    },
  };
}
