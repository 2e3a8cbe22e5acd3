import { setImmediate as nextTurn } from 'node:timers/promises';
import { mimeTypeIn } from './mime-type.ts';

/** The unchecked texts in the head of a page. The first element of each name counts. Names: ogp.me, and the cards of X. */
export type PageWords = Readonly<{
  title: string | null;
  description: string | null;
  image: string | null;
  charset: string | null;
}>;

const PIECE = 65_536;
/** For each element, the parser moves all open elements. So its work grows with the square of the depth. Real heads are flat. */
const DEPTH_MAX = 256;
const WORDS_MAX = 20_000;
/** `html`, `head`, `title`. An SVG within the page may have a separate title. */
const TITLE_DEPTH_MAX = 3;

/** Reads the page in pieces, so that other work does not wait for a large page. Stops at the body if a title was found before. */
export async function wordsOfPage(html: string): Promise<PageWords> {
  const head: Head = { title: null, charset: null, meta: new Map(), isDone: false };
  let depth = 0;
  let isInTitle = false;
  // Imported only here: the table of entities takes a tenth of the start-up time, and few processes ever read a page.
  const { Parser } = await import('htmlparser2');
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > DEPTH_MAX || (name === 'body' && hasTitle(head))) {
        head.isDone = true;
        parser.pause();
      } else if (name === 'meta') collectMeta(attributes, head);
      else if (name === 'title' && head.title === null && depth <= TITLE_DEPTH_MAX) {
        head.title = '';
        isInTitle = true;
      }
    },
    ontext: (text) => {
      if (isInTitle && (head.title ?? '').length < WORDS_MAX) head.title = (head.title ?? '') + text;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'title') isInTitle = false;
    },
  });
  for (let at = 0; at < html.length && !head.isDone; at += PIECE) {
    if (at > 0) await nextTurn();
    parser.write(html.slice(at, at + PIECE));
  }
  if (!head.isDone) parser.end();
  return wordsIn(head);
}

type Head = {
  title: string | null;
  charset: string | null;
  readonly meta: Map<string, string>;
  isDone: boolean;
};

const hasTitle = ({ title, meta }: Head): boolean => meta.has('og:title') || (title ?? '').trim() !== '';

function collectMeta(
  { property, name, content, charset, ...more }: Readonly<Record<string, string>>,
  head: Head,
): void {
  if (charset !== undefined) head.charset ??= charset;
  if (content === undefined) return;
  if (more['http-equiv']?.toLowerCase() === 'content-type')
    head.charset ??= mimeTypeIn(content)?.params.get('charset') ?? null;
  const key = (property ?? name ?? '').trim().toLowerCase();
  if (content.trim() !== '' && !head.meta.has(key)) head.meta.set(key, content.slice(0, WORDS_MAX));
}

function wordsIn({ title, charset, meta }: Head): PageWords {
  const first = (...names: readonly string[]) =>
    names.map((name) => meta.get(name)).find((value) => value !== undefined) ?? null;
  return {
    title: first('og:title', 'twitter:title') ?? title,
    description: first('og:description', 'twitter:description', 'description'),
    image: first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
    charset,
  };
}
