import {
  LIVE_AGE,
  LIVE_PATH,
  LIVE_TOPICS,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';

/** A changed list, with the changed items if they are known. */
export type ListChange = Pick<LiveMessage, 'topic' | 'changes'>;

const RECONNECT_MS = 5_000;
/** The interval at which lists reload while there are no live updates. */
const POLL_MS = 30_000;
/** The topics that can change without an action in this browser. */
const POLLED_TOPICS: readonly LiveTopic[] = [
  'posts',
  'drafts',
  'accounts',
  'comments',
  'notices',
  'analytics',
];

/** Messages between tabs: changes, the time since updates stopped (`cut`), and the age of a new tab's page (`age`). */
type TabMessage = ListChange | Readonly<{ cut: number | null }> | Readonly<{ age: number }>;
/** The leading tab remembers changes for this time, for tabs that open later. */
const REMEMBERED_MS = 60_000;

/** Reports changed lists. One tab of the browser holds the connection and passes messages on to other tabs. Browsers allow only six
 * connections to a host over HTTP/1.1. When this tab closes, another tab takes over. Without Web Locks (plain http on another host),
 * each tab has its own connection.
 * @param onCut receives the time (milliseconds since 1970) when the connection broke, or null when it works again. While the connection
 * is broken, lists are reported as changed twice a minute.
 */
export function listenLive(
  userId: string,
  onChanged: (change: ListChange) => void,
  onCut: (since: number | null) => void,
): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const name = `live-news:${userId}`;
  const channel = new BroadcastChannel(name);
  const postToTabs = (update: TabMessage) => {
    channel.postMessage(update);
  };
  let cut: number | null = null;
  let isLeader = false;
  const recent = recentChanges();
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('age' in data) {
      if (!isLeader) return;
      postToTabs({ cut });
      // Other tabs also reload these lists. This is rare and does no harm.
      for (const topic of recent.changedWithin(data.age)) postToTabs({ topic });
    } else if ('cut' in data) onCut(data.cut);
    else onChanged(data);
  };
  postToTabs({ age: ageOfPage() });
  const end = new AbortController();
  const report = (change: ListChange) => {
    recent.note(change.topic);
    onChanged(change);
    postToTabs(change);
  };
  const lead = () => {
    isLeader = true;
    return connect(end.signal, report, (since) => {
      cut = since;
      onCut(since);
      postToTabs({ cut });
    });
  };
  // The request rejects when this tab stops waiting for the lock, which is not an error.
  if ('locks' in navigator)
    void navigator.locks.request(name, { signal: end.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    end.abort();
    channel.close();
  };
}

/** Returns the age of the page in whole milliseconds. All data of the page was requested after its load began. */
const ageOfPage = (): number => Math.ceil(performance.now());

/** Remembers when each topic last changed. Returns the topics that changed within a time, at most `REMEMBERED_MS`. */
function recentChanges() {
  const at = new Map<LiveTopic, number>();
  return {
    note: (topic: LiveTopic) => at.set(topic, performance.now()),
    changedWithin: (age: number) => {
      const since = performance.now() - Math.min(age, REMEMBERED_MS);
      return [...at].flatMap(([topic, changedAt]) => (changedAt >= since ? [topic] : []));
    },
  };
}

/** Opens the connection. Resolves when the signal aborts, which releases the lock. */
function connect(
  signal: AbortSignal,
  report: (change: ListChange) => void,
  onCut: (since: number | null) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pollTimer: ReturnType<typeof setInterval> | undefined;
    const onDisconnected = () => {
      if (pollTimer !== undefined) return;
      onCut(Date.now());
      pollTimer = setInterval(() => {
        POLLED_TOPICS.forEach((topic) => {
          report({ topic });
        });
      }, POLL_MS);
    };
    const onReconnected = () => {
      if (pollTimer !== undefined) onCut(null);
      clearInterval(pollTimer);
      pollTimer = undefined;
    };
    const open = (isRetry: boolean) => {
      // The browser reconnects with the same URL and adds the last event id. The server then uses only this id.
      source = new EventSource(`${LIVE_PATH}?${LIVE_AGE}=${String(ageOfPage())}`);
      // When an opened stream reconnects, the server resends the missed messages. A stream that was never open has no last id, so all lists
      // must reload.
      let opened = false;
      let mayHaveMissed = isRetry;
      source.onopen = () => {
        onReconnected();
        if (mayHaveMissed)
          LIVE_TOPICS.forEach((topic) => {
            report({ topic });
          });
        opened = true;
        mayHaveMissed = false;
      };
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const change = changeIn(data);
        if (change) report(change);
      };
      source.onerror = () => {
        onDisconnected();
        if (source?.readyState !== EventSource.CLOSED) {
          mayHaveMissed ||= !opened;
          return;
        }
        // The server refused the connection, perhaps because the user is signed out.
        report({ topic: 'user' });
        timer = setTimeout(() => {
          open(true);
        }, RECONNECT_MS);
      };
    };
    const close = () => {
      source?.close();
      clearTimeout(timer);
      clearInterval(pollTimer);
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

/** Parses a message. Ignores topics of a newer server that this page does not know. */
function changeIn(data: string): ListChange | undefined {
  const { topic, changes } = JSON.parse(data) as LiveMessage;
  return LIVE_TOPICS.includes(topic) ? { topic, ...(changes && { changes }) } : undefined;
}
