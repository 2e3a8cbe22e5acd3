import {
  LIVE_AGE,
  LIVE_PATH,
  LIVE_TOPICS,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';

/** A list that has changed, and which items where that is known. */
export type LiveNews = Pick<LiveMessage, 'topic' | 'changes'>;

const RECONNECT_MS = 5_000;
/** The interval at which lists are refreshed while there are no live updates. */
const ASK_AGAIN_MS = 30_000;
/** Topics that can change without an action in this browser. */
const MOVES_ALONE: readonly LiveTopic[] = ['posts', 'drafts', 'accounts', 'comments', 'notices', 'analytics'];

/** Messages between tabs: changes, the time since updates stopped (`cut`), and the age of a new tab's page (`age`). */
type TabMessage = LiveNews | Readonly<{ cut: number | null }> | Readonly<{ age: number }>;
/** A tab remembers changes this long, for tabs that open later. */
const REMEMBERED_MS = 60_000;

/**
 * Reports changed lists. One tab per browser holds the connection (browsers allow six per host over HTTP/1.1) and passes messages on.
 * When it closes, another tab takes over. Without Web Locks (plain http on another host) each tab has its own connection.
 * @param onCut gets the time (milliseconds) at which the connection broke, or null when it is back. While it is broken, lists count as
 * changed twice a minute.
 */
export function listenLive(
  userId: string,
  onMoved: (news: LiveNews) => void,
  onCut: (since: number | null) => void,
): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const name = `live-news:${userId}`;
  const channel = new BroadcastChannel(name);
  const pass = (update: TabMessage) => {
    channel.postMessage(update);
  };
  let cut: number | null = null;
  let leads = false;
  const lately = latelyMoved();
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('age' in data) {
      if (!leads) return;
      pass({ cut });
      // Another tab that already has these lists loads them once more. That is rare and does no harm.
      for (const topic of lately.movedWithin(data.age)) pass({ topic });
    } else if ('cut' in data) onCut(data.cut);
    else onMoved(data);
  };
  pass({ age: ageOfPage() });
  const end = new AbortController();
  const tell = (news: LiveNews) => {
    lately.note(news.topic);
    onMoved(news);
    pass(news);
  };
  const lead = () => {
    leads = true;
    return connect(end.signal, tell, (since) => {
      cut = since;
      onCut(since);
      pass({ cut });
    });
  };
  // Rejects when this tab stops waiting for the lock, which is not an error.
  if ('locks' in navigator)
    void navigator.locks.request(name, { signal: end.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    end.abort();
    channel.close();
  };
}

/** In whole milliseconds. The page is older than everything that it has requested. */
const ageOfPage = (): number => Math.ceil(performance.now());

/** Remembers recent changes, for `REMEMBERED_MS` at most. Returns no topic that has not changed. */
function latelyMoved() {
  const at = new Map<LiveTopic, number>();
  return {
    note: (topic: LiveTopic) => at.set(topic, performance.now()),
    movedWithin: (age: number) => {
      const since = performance.now() - Math.min(age, REMEMBERED_MS);
      return [...at].flatMap(([topic, moved]) => (moved >= since ? [topic] : []));
    },
  };
}

/** Resolves when the signal aborts, which releases the lock. */
function connect(
  signal: AbortSignal,
  tell: (news: LiveNews) => void,
  onCut: (since: number | null) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking: ReturnType<typeof setInterval> | undefined;
    const cutOff = () => {
      if (asking !== undefined) return;
      onCut(Date.now());
      asking = setInterval(() => {
        MOVES_ALONE.forEach((topic) => {
          tell({ topic });
        });
      }, ASK_AGAIN_MS);
    };
    const back = () => {
      if (asking !== undefined) onCut(null);
      clearInterval(asking);
      asking = undefined;
    };
    const open = (again: boolean) => {
      // The browser reconnects with the same URL and adds the last event id. The server then uses only that id.
      source = new EventSource(`${LIVE_PATH}?${LIVE_AGE}=${String(ageOfPage())}`);
      // A stream that was open before reconnects, and the server resends what it missed. A stream that was never open cannot do so. Then all
      // lists are loaded again.
      let opened = false;
      let late = again;
      source.onopen = () => {
        back();
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
        cutOff();
        if (source?.readyState !== EventSource.CLOSED) {
          late ||= !opened;
          return;
        }
        // The server refused the connection; perhaps the user is signed out.
        tell({ topic: 'user' });
        timer = setTimeout(() => {
          open(true);
        }, RECONNECT_MS);
      };
    };
    const close = () => {
      source?.close();
      clearTimeout(timer);
      clearInterval(asking);
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

/** Ignores topics of a newer server that this page does not know. */
function newsOf(data: string): LiveNews | undefined {
  const { topic, changes } = JSON.parse(data) as LiveMessage;
  return LIVE_TOPICS.includes(topic) ? { topic, ...(changes && { changes }) } : undefined;
}
