import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Plugin } from 'vite';

/** Puts the product's name, which one file spells out, into the page and the manifest of the installed app. */
export function brand(): Plugin {
  return {
    name: 'brand',
    transformIndexHtml: (html) => html.replaceAll('%BRAND_NAME%', BRAND.name),
    generateBundle() {
      const manifest = {
        name: BRAND.name,
        short_name: BRAND.name,
        start_url: '/',
        display: 'standalone',
        background_color: '#f8f8fa',
        theme_color: '#4f46e5',
        icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
      };
      this.emitFile({ type: 'asset', fileName: 'app.webmanifest', source: JSON.stringify(manifest) });
    },
  };
}
