import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brand } from './brand.ts';
import { byteBudget } from './byte-budget.ts';
import { groups } from './chunks.ts';
import { compressed } from './compressed.ts';
import { drawings } from './drawings.ts';
import { icons } from './icons.ts';
import { offline } from './offline.ts';
import { pages } from './pages.ts';
import { prerender } from './prerender.ts';

// The development server proxies the backend, so that cookies and the CSRF rule work with one origin, as in production.
const backend = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routeFileIgnorePattern: '\\.spec\\.' }),
    react(),
    tailwindcss(),
    drawings(),
    brand(),
    byteBudget(),
    pages(),
    prerender(),
    icons(),
    offline(),
    compressed(),
  ],
  build: {
    // Images stay separate files, because data URLs would make the first load larger.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // This is safe, because no getter in this code or its libraries has a side effect.
      treeshake: { propertyReadSideEffects: false },
      // Turns off two warnings. The best compression takes two seconds at each build. `chunks.ts` decides which chunk contains a module, so some
      // lazy imports load nothing.
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': backend, '/media': backend } },
});
