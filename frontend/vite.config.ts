import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brand } from './brand.ts';
import { byteBudget } from './byte-budget.ts';

// One origin in development too: cookies and the CSRF rule then work as in production.
const backend = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routeFileIgnorePattern: '\\.spec\\.' }),
    react(),
    tailwindcss(),
    brand(),
    byteBudget(),
  ],
  build: {
    manifest: true,
    // Pictures stay files: `img-src` allows data addresses, but they would be paid for on first load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  server: { host: '127.0.0.1', proxy: { '/api': backend, '/media': backend } },
});
