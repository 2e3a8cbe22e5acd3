import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Plugin } from 'vite';

/** Its URL is that of a page, so that the server sends the content security policy that its style and script need. */
const PAGE = 'offline';

/**
 * Builds the service worker that shows Posthorn's own page when there is no connection. Its name is fixed, because browsers look for updates there.
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
