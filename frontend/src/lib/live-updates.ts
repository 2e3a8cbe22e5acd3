import { LIVE_PATH, LIVE_TOPICS, type LiveMessage } from '@posthorn/contracts/shared/live.http';

/** A list that has moved on, and what has changed in it where that is known. */
export type LiveNews = Pick<LiveMessage, 'topic' | 'changes'>;

const RECONNECT_MS = 5_000;

/**
 * Tells when a list has moved on. One tab per browser holds the connection (browsers allow six per host over HTTP/1.1) and
 * passes messages on; when it goes, another takes its place. Without Web Locks (plain http on another host) each tab has its own.
 */
export function listenLive(userId: string, onMoved: (news: LiveNews) => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const name = `live-news:${userId}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<LiveNews>) => {
    onMoved(data);
  };
  const end = new AbortController();
  const lead = () =>
    connect(end.signal, (news) => {
      onMoved(news);
      channel.postMessage(news);
    });
  // Rejects when this tab stops waiting for its turn, which is no fault.
  if ('locks' in navigator)
    void navigator.locks.request(name, { signal: end.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    end.abort();
    channel.close();
  };
}

/** Resolves when the signal ends, which frees the lock it is held under. */
function connect(signal: AbortSignal, tell: (news: LiveNews) => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (again: boolean) => {
      source = new EventSource(LIVE_PATH);
      // A source that was open before says so when it comes back, and the server tells what it may have missed. One that
      // never was cannot: what came meanwhile is asked for as a whole.
      let opened = false;
      let late = again;
      source.onopen = () => {
        if (late)
          LIVE_TOPICS.forEach((topic) => {
            tell({ topic });
          });
        opened = true;
        late = false;
      };
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const news = newsOf(data);
        if (news) tell(news);
      };
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) {
          late ||= !opened;
          return;
        }
        // Refused, not cut off: perhaps nobody is signed in any more.
        tell({ topic: 'user' });
        timer = setTimeout(() => {
          open(true);
        }, RECONNECT_MS);
      };
    };
    const close = () => {
      source?.close();
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) {
      close();
      return;
    }
    signal.addEventListener('abort', close, { once: true });
    open(false);
  });
}

/** A message of a server that knows more topics than this page is none. */
function newsOf(data: string): LiveNews | undefined {
  const { topic, changes } = JSON.parse(data) as LiveMessage;
  return LIVE_TOPICS.includes(topic) ? { topic, ...(changes && { changes }) } : undefined;
}
