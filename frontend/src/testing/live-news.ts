import {
  LIVE_PATH,
  type LiveChanges,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach } from '@jest/globals';

type Told = 'onopen' | 'onmessage' | 'onerror';

/** What the server says by itself, for specs in which it speaks. Without it no screen hears anything. */
export type ToldByServer = {
  /** A list has moved on; `changes` names what has changed in it. */
  tell: (topic: LiveTopic, changes?: LiveChanges) => void;
  /** The connection is there. */
  opened: () => void;
  /** The connection broke or was not to be had; the browser tries again by itself. */
  cutOff: () => void;
};

export function liveNews(): ToldByServer {
  const open = new Set<NewsSource>();

  class NewsSource implements Pick<EventSource, 'readyState' | 'close' | Told> {
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
  const happens = (told: Told, event: Event) => {
    for (const source of open) source[told]?.call(source as unknown as EventSource, event as MessageEvent);
  };

  beforeEach(() => {
    Object.defineProperty(globalThis, 'EventSource', { value: NewsSource, configurable: true });
  });
  afterEach(() => {
    open.clear();
    Reflect.deleteProperty(globalThis, 'EventSource');
  });
  return {
    tell: (topic, changes) => {
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
