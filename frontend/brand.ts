import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Plugin } from 'vite';
import { manifestIcons } from './icons.ts';

/** Writes the product name, which the brand file defines, into the page and the manifest of the installed app. */
export function brand(): Plugin {
  return {
    name: 'brand',
    transformIndexHtml: (html) => html.replaceAll('%BRAND_NAME%', BRAND.name),
    generateBundle() {
      const manifest = {
        name: BRAND.name,
        short_name: BRAND.name,
        description: BRAND.tagline,
        lang: 'en',
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        // The colour of the light theme, because a manifest has only one colour. Each page sets the colour of its own theme.
        background_color: '#f8f8fa',
        theme_color: '#f8f8fa',
        icons: manifestIcons,
      };
      this.emitFile({ type: 'asset', fileName: 'app.webmanifest', source: JSON.stringify(manifest) });
    },
  };
}
