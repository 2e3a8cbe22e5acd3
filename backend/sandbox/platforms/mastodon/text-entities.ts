/** A part of a text that is shown as a link. */
export type Entity = Readonly<{ start: number; end: number }> &
  (
    | Readonly<{ kind: 'url'; url: string }>
    | Readonly<{ kind: 'hashtag'; name: string }>
    | Readonly<{ kind: 'mention'; user: string; domain: string | null }>
  );

const URL_START =
  /(?<![\p{L}\p{N}@＠$#＃/.-])https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+\p{L}{2,63}(?::\d{1,5})?(?:[/?#][^\s<>"'“”]*)?/giu;
const HASHTAG = /(?<![\p{L}\p{N}_/)])[#＃]([\p{L}\p{M}\p{N}_·]*[\p{L}\p{M}_][\p{L}\p{M}\p{N}_·]*)/gu;
const MENTION =
  /(?<![\p{L}\p{N}_/])@([a-z0-9_]+(?:[a-z0-9_.-]*[a-z0-9_]+)?)(?:@([\p{L}\p{N}.-]+(?::\d+)?[\p{L}\p{N}]))?/giu;

/** URLs, hashtags and mentions in their order; where two overlap, the URL wins. */
export function entitiesOf(text: string): readonly Entity[] {
  const urls: Entity[] = [...text.matchAll(URL_START)].map((match) => {
    const url = withoutTrailingPunctuation(match[0]);
    return { kind: 'url', url, start: match.index, end: match.index + url.length };
  });
  const tags: Entity[] = [...text.matchAll(HASHTAG)].map((match) => {
    return { kind: 'hashtag', name: match[1] ?? '', start: match.index, end: match.index + match[0].length };
  });
  const mentions: Entity[] = [...text.matchAll(MENTION)].map((match) => {
    const [mention, user = '', domain] = match;
    return {
      kind: 'mention',
      user,
      domain: domain ?? null,
      start: match.index,
      end: match.index + mention.length,
    };
  });
  const outsideUrls = [...tags, ...mentions].filter(
    ({ start }) => !urls.some((url) => start >= url.start && start < url.end),
  );
  return [...urls, ...outsideUrls].sort((a, b) => a.start - b.start);
}

/** "See https://a.example/b." ends with a full stop that is not part of the URL. A closing bracket stays when it was opened in the URL. */
function withoutTrailingPunctuation(url: string): string {
  let text = url;
  for (;;) {
    const last = text.at(-1) ?? '';
    const isOpened = last === ')' && text.split('(').length >= text.split(')').length;
    if (isOpened || /[\p{L}\p{N}=_#/+\-&@~%$*|]/u.test(last)) return text;
    text = text.slice(0, -1);
  }
}

const URL_PLACEHOLDER = 'x'.repeat(23);
const segmenter = new Intl.Segmenter();

/** Counts characters as the server does: visible characters, a URL as 23, a mention without its host. */
export function statusLength(text: string, spoiler: string): number {
  let counted = spoiler;
  let end = 0;
  for (const entity of entitiesOf(text)) {
    counted += text.slice(end, entity.start);
    if (entity.kind === 'url') counted += URL_PLACEHOLDER;
    else if (entity.kind === 'mention') counted += `@${entity.user}`;
    else counted += text.slice(entity.start, entity.end);
    end = entity.end;
  }
  counted += text.slice(end);
  return Array.from(segmenter.segment(counted)).length;
}
