import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Plugin } from 'vite';
import { manifestIcons } from './icons.ts';

/** Puts the product's name, which one file spells out, into the page and the manifest of the installed app. */
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
        // Of the light theme: a manifest has room for one. The pages name the colour of the theme that they are shown in.
        background_color: '#f8f8fa',
        theme_color: '#f8f8fa',
        icons: manifestIcons,
      };
      this.emitFile({ type: 'asset', fileName: 'app.webmanifest', source: JSON.stringify(manifest) });
    },
  };
}
