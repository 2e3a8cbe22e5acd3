import { graphemeLength } from '../shared/text.ts';
import { MASTODON_LINKS, twitterLinks } from './twitter-text.ts';
import type { TextRange } from './web-addresses.ts';

const WORD = String.raw`\p{L}\p{M}\p{N}\p{Pc}`;
/** `MENTION_RE` of the server's `app/models/account.rb`; the negative lookahead excludes URLs, and names that another `@` follows. */
const MENTION = new RegExp(
  `(?<![=/${WORD}])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@[${WORD}]+(?:[.-]+[${WORD}]+)*)?(?![@＠]|://)`,
  'giu',
);

/**
 * The length of a status as the server's `StatusLengthValidator` counts it. A link counts `urlLength`, and a mention counts without its
 * host. Everything else counts in visible characters. A URL is a link only if its host ends with a top-level domain.
 */
export function mastodonLength(text: string, urlLength: number): number {
  let counted = '';
  let read = 0;
  for (const { start, end, replacement } of entitiesOf(text, urlLength)) {
    // If two of them overlap, the server uses the first.
    if (start < read) continue;
    counted += text.slice(read, start) + replacement;
    read = end;
  }
  return graphemeLength(counted + text.slice(read));
}

function entitiesOf(text: string, urlLength: number): (TextRange & Readonly<{ replacement: string }>)[] {
  const links = Array.from(twitterLinks(text, MASTODON_LINKS), (link) => ({
    ...link,
    replacement: 'x'.repeat(urlLength),
  }));
  const mentions = Array.from(text.matchAll(MENTION), ({ 0: { length }, 1: user = '', index }) => ({
    start: index,
    end: index + length,
    replacement: `@${user}`,
  }));
  return [...links, ...mentions].sort((a, b) => a.start - b.start);
}
