import type { Exchange } from '../../http/exchange.ts';
import type { JsonRecord } from '../../http/json.ts';
import type { Params, Route } from '../../http/router.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Accounts } from './accounts.ts';
import { text } from './fields.ts';
import { readForm } from './form.ts';
import { nextId } from './ids.ts';
import { IMAGE_LIMIT, IMAGE_TYPES, DESCRIPTION_LIMIT, VIDEO_LIMIT, VIDEO_TYPES } from './instance.ts';
import type { MastodonEntry, MastodonStore, MastodonFile } from './mastodon-store.ts';
import { notFound, refusal, unprocessable } from './mastodon-refusal.ts';
import { mediaView } from './status-view.ts';

const PROCESSING_MS = 1500;

/** Receives the files of a post (Mastodon: a status) before the post itself. Images are ready immediately; videos and animations are processed first. */
export class MastodonMediaRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/api/v2/media', run: (exchange) => this.#upload(exchange, 'later') },
    { method: 'POST', pattern: '/api/v1/media', run: (exchange) => this.#upload(exchange, 'immediately') },
    {
      method: 'GET',
      pattern: '/api/v1/media/:id',
      run: (exchange, params) => {
        this.#show(exchange, params);
      },
    },
    {
      method: 'PUT',
      pattern: '/api/v1/media/:id',
      run: (exchange, params) => this.#describe(exchange, params),
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: MastodonStore;
  readonly #accounts: Accounts;
  readonly #commit: (entry: MastodonEntry) => void;

  constructor(
    context: SandboxContext,
    store: MastodonStore,
    accounts: Accounts,
    commit: (entry: MastodonEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#accounts = accounts;
    this.#commit = commit;
  }

  async #upload(exchange: Exchange, processed: 'later' | 'immediately'): Promise<void> {
    const account = this.#accounts.authenticateWriter(exchange, 'write:media');
    const { fields, files } = await readForm(exchange, this.#context.blobs, VIDEO_LIMIT);
    const file = files.get('file');
    if (!file) throw unprocessable("Validation failed: File can't be blank");
    const kind = kindOf(file);
    const slow = this.#context.faults.take('mastodon', 'slowProcessing', this.#accounts.names(account));
    const wait = slow ? slow.retryAfterSeconds * 1000 : kind === 'image' ? 0 : PROCESSING_MS;
    const now = this.#context.now();
    const media: MastodonFile = {
      id: nextId(now),
      host: account.host,
      accountId: account.id,
      kind,
      type: file.type ?? '',
      sha256: file.sha256,
      bytes: file.bytes,
      ...descriptionAndFocusIn(fields),
      readyAt: processed === 'later' ? now + wait : now,
      statusId: null,
    };
    this.#commit({ type: 'media', media });
    exchange.reply(media.readyAt > now ? 202 : 200, mediaView(media, this.#context));
  }

  #show(exchange: Exchange, params: Params): void {
    const media = this.#ownFile(exchange, params);
    exchange.reply(media.readyAt > this.#context.now() ? 206 : 200, mediaView(media, this.#context));
  }

  async #describe(exchange: Exchange, params: Params): Promise<void> {
    const media = this.#ownFile(exchange, params);
    const { fields } = await readForm(exchange, this.#context.blobs, IMAGE_LIMIT);
    const given = descriptionAndFocusIn(fields);
    const description = given.description ?? media.description;
    const described: MastodonFile = { ...media, description, focus: given.focus ?? media.focus };
    this.#commit({ type: 'media', media: described });
    exchange.reply(200, mediaView(described, this.#context));
  }

  #ownFile(exchange: Exchange, { id = '' }: Params): MastodonFile {
    const account = this.#accounts.authenticateWriter(exchange, 'write:media');
    const media = this.#store.media.get(id);
    if (media?.accountId !== account.id || media.statusId !== null) throw notFound();
    return media;
  }
}

/** Mastodon turns animations into videos without sound. */
function kindOf({ type, bytes }: ReceivedBlob): MastodonFile['kind'] {
  if (type !== null && IMAGE_TYPES.includes(type)) {
    if (bytes > IMAGE_LIMIT) throw unprocessable('Validation failed: File file size must be less than 16 MB');
    return type === 'image/gif' ? 'gifv' : 'image';
  }
  if (type !== null && VIDEO_TYPES.includes(type)) {
    if (bytes > VIDEO_LIMIT) throw refusal(413, 'Payload Too Large');
    return 'video';
  }
  throw unprocessable('Validation failed: File content type is invalid, File is invalid');
}

function descriptionAndFocusIn(fields: JsonRecord): Pick<MastodonFile, 'description' | 'focus'> {
  const description = text(fields, 'description');
  if (description !== null && Array.from(description).length > DESCRIPTION_LIMIT)
    throw unprocessable(
      `Validation failed: Description is too long (maximum is ${String(DESCRIPTION_LIMIT)} characters)`,
    );
  const [x, y] = (text(fields, 'focus') ?? '').split(',').map(Number);
  const isFocus = x !== undefined && y !== undefined && [x, y].every((side) => side >= -1 && side <= 1);
  return { description, focus: isFocus ? [x, y] : null };
}
