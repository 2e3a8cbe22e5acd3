import { escapeHtml } from '../../http/html.ts';
import { entitiesOf, type Entity } from './text-entities.ts';

const SHOWN_URL_CHARACTERS = 30;

/** Returns the URL of a mentioned account's page. Returns null if no account has that name: then the mention is no link. */
export type FindMention = (user: string, domain: string | null) => string | null;

/** A status as Mastodon's HTML: paragraphs, line breaks, and links that show only a part of the URL. */
export function statusHtml(text: string, host: string, findMention: FindMention): string {
  const plain = text.replace(/\r\n?/g, '\n');
  if (plain.trim() === '') return '';
  let markup = '';
  let end = 0;
  for (const entity of entitiesOf(plain)) {
    markup += escapeHtml(plain.slice(end, entity.start)) + entityHtml(entity, host, findMention);
    end = entity.end;
  }
  markup += escapeHtml(plain.slice(end));
  return markup
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('');
}

function entityHtml(entity: Entity, host: string, findMention: FindMention): string {
  switch (entity.kind) {
    case 'url':
      return linkHtml(entity.url);
    case 'hashtag': {
      const url = `https://${host}/tags/${encodeURIComponent(entity.name.toLowerCase())}`;
      return `<a href="${url}" class="mention hashtag" rel="tag">#<span>${escapeHtml(entity.name)}</span></a>`;
    }
    case 'mention': {
      const url = findMention(entity.user, entity.domain);
      const written = entity.domain ? `${entity.user}@${entity.domain}` : entity.user;
      if (!url) return escapeHtml(`@${written}`);
      return `<span class="h-card" translate="no"><a href="${escapeHtml(url)}" class="u-url mention">@<span>${escapeHtml(entity.user)}</span></a></span>`;
    }
  }
}

function linkHtml(url: string): string {
  const prefix = /^https?:\/\/(?:www\.)?/i.exec(url)?.[0] ?? '';
  const rest = url.slice(prefix.length);
  const shown = rest.slice(0, SHOWN_URL_CHARACTERS);
  const hidden = rest.slice(SHOWN_URL_CHARACTERS);
  return (
    `<a href="${escapeHtml(url)}" target="_blank" rel="nofollow noopener" translate="no">` +
    `<span class="invisible">${escapeHtml(prefix)}</span>` +
    `<span class="${hidden ? 'ellipsis' : ''}">${escapeHtml(shown)}</span>` +
    `<span class="invisible">${escapeHtml(hidden)}</span></a>`
  );
}
