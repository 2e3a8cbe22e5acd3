import {
  LIVE_AGE,
  LIVE_PATH,
  LIVE_TOPICS,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';

/** A list that has moved on, and what has changed in it where that is known. */
export type LiveNews = Pick<LiveMessage, 'topic' | 'changes'>;

const RECONNECT_MS = 5_000;
/** So often everything is asked for again while nobody tells what has moved. */
const ASK_AGAIN_MS = 30_000;
/** What may move by itself, without anybody at this browser. */
const MOVES_ALONE: readonly LiveTopic[] = ['posts', 'accounts', 'comments', 'notices', 'analytics'];

/** What tabs tell each other: news, since when there are none (`cut`), and a new one how long ago it asked for its first list. */
type Told = LiveNews | Readonly<{ cut: number | null }> | Readonly<{ age: number }>;
/** So long a tab remembers what has moved, for those that come later. */
const REMEMBERED_MS = 60_000;

/**
 * Tells when a list has moved on. One tab per browser holds the connection (browsers allow six per host over HTTP/1.1) and
 * passes messages on; when it goes, another takes its place. Without Web Locks (plain http on another host) each tab has its own.
 * @param onCut told since when (milliseconds) the connection is cut, null when it is back; meanwhile lists count as moved
 * twice a minute
 */
export function listenLive(
  userId: string,
  onMoved: (news: LiveNews) => void,
  onCut: (since: number | null) => void,
): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const name = `live-news:${userId}`;
  const channel = new BroadcastChannel(name);
  const pass = (told: Told) => {
    channel.postMessage(told);
  };
  let cut: number | null = null;
  let leads = false;
  const lately = latelyMoved();
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('age' in data) {
      if (!leads) return;
      pass({ cut });
      // Another tab that has these lists already asks for them once more: that is rare and does no harm.
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
  // Rejects when this tab stops waiting for its turn, which is no fault.
  if ('locks' in navigator)
    void navigator.locks.request(name, { signal: end.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    end.abort();
    channel.close();
  };
}

/** Whole milliseconds: whatever this page has asked for is younger than the page. */
const ageOfPage = (): number => Math.ceil(performance.now());

/** Of a topic that was never told and of what is older than it remembers it says nothing. */
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

/** Resolves when the signal ends, which frees the lock it is held under. */
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
      // The browser sends the same address when it comes back, with what it has heard last, which then counts alone.
      source = new EventSource(`${LIVE_PATH}?${LIVE_AGE}=${String(ageOfPage())}`);
      // A source that was open before says so when it comes back, and the server tells what it may have missed. One that
      // never was cannot: what came meanwhile is asked for as a whole.
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

/** A message of a server that knows more topics than this page is none. */
function newsOf(data: string): LiveNews | undefined {
  const { topic, changes } = JSON.parse(data) as LiveMessage;
  return LIVE_TOPICS.includes(topic) ? { topic, ...(changes && { changes }) } : undefined;
}
