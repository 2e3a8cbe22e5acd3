import { LIVE_PATH, type LiveMessage, type LiveTopic } from '@posthorn/contracts/shared/live.http';
import { afterEach, beforeEach } from '@jest/globals';

/** What the server says by itself, for specs in which it speaks. Without it no screen hears anything. */
export function liveNews(): { tell: (topic: LiveTopic) => void } {
  const open = new Set<NewsSource>();

  class NewsSource implements Pick<EventSource, 'readyState' | 'onopen' | 'onmessage' | 'onerror' | 'close'> {
    static readonly CLOSED = 2;
    readonly readyState = 1;
    onopen: EventSource['onopen'] = null;
    onmessage: EventSource['onmessage'] = null;
    onerror: EventSource['onerror'] = null;
    constructor(path: string) {
      if (path === LIVE_PATH) open.add(this);
    }
    close(): void {
      open.delete(this);
    }
  }

  beforeEach(() => {
    Object.defineProperty(globalThis, 'EventSource', { value: NewsSource, configurable: true });
  });
  afterEach(() => {
    open.clear();
    Reflect.deleteProperty(globalThis, 'EventSource');
  });
  return {
    tell: (topic) => {
      const message: LiveMessage = { topic, version: '1' };
      const event = new MessageEvent('message', { data: JSON.stringify(message) });
      for (const source of open) source.onmessage?.call(source as unknown as EventSource, event);
    },
  };
}
