import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import { readForm } from '../meta/graph-form.ts';
import { graphRefusal, invalidParameter, missingPermission } from '../meta/graph-refusal.ts';
import { nextId } from '../meta/ids.ts';
import type { MetaApp } from '../meta/meta-app.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { FacebookEntry } from './facebook-store.ts';

const LARGEST = 10 * 1024 * 1024;
const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'];
const RECEIVED_MAX = 100 * 1024 * 1024;

/** Photos that are uploaded before the post that shows them. */
export const photoRoutes = (
  context: SandboxContext,
  app: MetaApp,
  commit: (entry: FacebookEntry) => void,
): readonly Route[] => [
  {
    method: 'POST',
    pattern: '/:page/photos',
    run: async (exchange: Exchange, { page: id = '' }: Params) => {
      const { fields, files } = await readForm(exchange, context.blobs, RECEIVED_MAX);
      const page = app.page(exchange, { id, scope: 'pages_manage_posts', fields });
      if (!page.tasks.includes('CREATE_CONTENT')) throw missingPermission('CREATE_CONTENT');
      if (fields.get('published') !== 'false')
        throw invalidParameter('The sandbox takes photos with published=false and shows them by /feed.');
      const file = files.get('source');
      if (!file) throw graphRefusal(324, '(#324) Requires upload file', { subcode: 2069019 });
      if (file.type === null || !TYPES.includes(file.type) || file.bytes > LARGEST)
        throw graphRefusal(100, 'Invalid parameter', {
          subcode: 1366046,
          forUser: 'The photo should be smaller than 10 MB and saved as JPG, PNG, GIF, TIFF or BMP.',
        });
      const { sha256, bytes, type } = file;
      const alt = fields.get('alt_text_custom') ?? '';
      const photo = { id: nextId(context.now()), pageId: page.id, sha256, bytes, type, alt, postId: null };
      commit({ type: 'photo', photo });
      exchange.reply(200, { id: photo.id });
    },
  },
];
