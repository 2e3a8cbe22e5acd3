import type { JsonRecord } from '../../http/json.ts';
import type { MastodonAccount, MastodonStore, MastodonFile } from './mastodon-store.ts';
import { visibilities, type Status, type Visibility } from './status.ts';
import { flag, text, texts } from './fields.ts';
import { ATTACHMENT_LIMIT, TEXT_LIMIT } from './instance.ts';
import { refusal, unprocessable } from './mastodon-refusal.ts';
import { statusLength } from './text-entities.ts';

export type NewStatus = Omit<Status, 'id' | 'createdAt' | 'published'>;

/** Checks the requested status as the server does. @throws Refusal 422 or 404 */
export function newStatusIn(
  fields: JsonRecord,
  account: MastodonAccount,
  store: MastodonStore,
  now: number,
): NewStatus {
  if (text(fields, 'scheduled_at')) throw unprocessable('Validation failed: The sandbox schedules nothing');
  if (fields['poll'] !== undefined && fields['poll'] !== null)
    throw unprocessable('Validation failed: The sandbox makes no polls');
  const media = checkedMedia(texts(fields, 'media_ids'), account, store, now);
  const spoilerText = text(fields, 'spoiler_text') ?? '';
  const statusText = text(fields, 'status') ?? '';
  if (statusText.trim() === '' && spoilerText.trim() === '' && media.length === 0)
    throw unprocessable("Validation failed: Text can't be blank");
  if (statusLength(statusText, spoilerText) > TEXT_LIMIT)
    throw unprocessable(`Validation failed: Text character limit of ${String(TEXT_LIMIT)} exceeded`);
  return {
    host: account.host,
    accountId: account.id,
    text: statusText,
    spoilerText,
    visibility: visibilityOf(text(fields, 'visibility')),
    sensitive: flag(fields, 'sensitive') || spoilerText !== '',
    language: text(fields, 'language') ?? 'en',
    inReplyToId: parentOf(text(fields, 'in_reply_to_id'), account, store),
    mediaIds: media.map(({ id }) => id),
  };
}

function checkedMedia(
  ids: readonly string[],
  account: MastodonAccount,
  store: MastodonStore,
  now: number,
): readonly MastodonFile[] {
  if (ids.length > ATTACHMENT_LIMIT)
    throw unprocessable(`Validation failed: Cannot attach more than ${String(ATTACHMENT_LIMIT)} files`);
  const found = ids.flatMap((id) => {
    const media = store.media.get(id);
    return media?.accountId === account.id && media.statusId === null ? media : [];
  });
  const missing = ids.filter((id) => !found.some((media) => media.id === id));
  if (missing.length > 0)
    throw unprocessable(
      `Validation failed: Media ${missing.join(', ')} not found or already attached to another post`,
    );
  if (found.length > 1 && found.some(({ kind }) => kind !== 'image'))
    throw unprocessable('Validation failed: Cannot attach a video to a post that already contains images');
  if (found.some(({ readyAt }) => readyAt > now))
    throw unprocessable(
      'Validation failed: Cannot attach files that have not finished processing. Try again in a moment!',
    );
  return found;
}

function visibilityOf(given: string | null): Visibility {
  const visibility = visibilities.find((known) => known === (given || 'public'));
  if (!visibility) throw unprocessable('Validation failed: Visibility is not included in the list');
  return visibility;
}

function parentOf(given: string | null, account: MastodonAccount, store: MastodonStore): string | null {
  if (!given) return null;
  if (store.status(given)?.host !== account.host)
    throw refusal(404, 'The post you are trying to reply to does not appear to exist.');
  return given;
}
