import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { tokenIn, type MetaApp } from '../meta/meta-app.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { FacebookEntry, FacebookStore, FacebookVideo } from './facebook-store.ts';
import { isExpired, receivedBytes } from './video-view.ts';

const LARGEST = 1024 * 1024 * 1024;

/** The host that receives the bytes of Reels; it has its own error format. */
export const ruploadRoutes = (
  context: SandboxContext,
  app: MetaApp,
  store: FacebookStore,
  commit: (entry: FacebookEntry) => void,
): readonly Route[] => [
  {
    method: 'POST',
    pattern: '/video-upload/:id',
    run: async (exchange, { id = '' }) => {
      const video = ownVideo(exchange, app, store.videos.get(id));
      if (isExpired(video, context.now()) || video.finished)
        throw uploadRefusal(400, 'ExpiredSessionError', false);
      const [offset, size] = ['offset', 'file_size'].map((name) =>
        Number(exchange.header(name) ?? Number.NaN),
      );
      const received = receivedBytes(video);
      if (offset === undefined || size === undefined || !Number.isInteger(size) || size < 1 || size > LARGEST)
        throw uploadRefusal(400, 'HeaderError', false);
      if (offset !== received || (video.size !== null && video.size !== size))
        throw uploadRefusal(416, 'OffsetInvalidError', false);
      const { sha256, bytes } = await context.blobs.receive(bytesUntilClose(exchange), size - received);
      const extended: FacebookVideo = { ...video, size, pieces: [...video.pieces, { sha256, bytes }] };
      commit({ type: 'video', video: extended });
      if (receivedBytes(extended) < size) throw uploadRefusal(400, 'PartialRequestError', true);
      exchange.reply(200, { success: true });
    },
  },
];

function ownVideo(
  exchange: Exchange,
  { authorization }: MetaApp,
  video: FacebookVideo | undefined,
): FacebookVideo {
  const isOAuth = /^OAuth /i.test(exchange.header('authorization') ?? '');
  const holder = authorization.holderOf(tokenIn(exchange, new URLSearchParams()) ?? '');
  if (!isOAuth || typeof holder === 'string') throw uploadRefusal(401, 'NotAuthorizedError', false);
  if (!video || !holder.scopes.includes(`page:${video.pageId}`))
    throw uploadRefusal(404, 'NotFoundError', false);
  return video;
}

const uploadRefusal = (status: number, type: string, retriable: boolean): Refusal =>
  new Refusal(status, { debug_info: { retriable, type, message: `${type}: the upload cannot go on` } });

/** Keeps the bytes that arrived before the connection closed. */
async function* bytesUntilClose({ request }: Exchange): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of request) yield chunk as Buffer;
  } catch {
    return;
  }
}
