import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Plugin } from 'vite';

/** The name and path of the page. The server sends pages with the content security policy that the style and script of this page need. */
const PAGE = 'offline';

/** Builds the service worker that shows a page of Posthorn when there is no connection. The file name is fixed, because browsers check this
 * URL for updates.
 */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[`pages/${PAGE}.html`];
        if (page?.type !== 'asset') throw new Error(`The build has no page ${PAGE}.`);
        const version = createHash('sha256').update(page.source).digest('hex').slice(0, 12);
        const file = BRAND.offlinePage ? './offline-worker.mjs' : './no-worker.mjs';
        const source = await readFile(new URL(file, import.meta.url), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: source.replaceAll('__PAGE__', `/${PAGE}`).replaceAll('__VERSION__', version),
        });
      },
    },
  };
}
