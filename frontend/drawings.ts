import type { Plugin } from 'vite';

const DRAWING = /\/lucide-react\/.*\/icons\/[a-z0-9-]+\.mjs$/;
const KEY = /,? key: "[a-z0-9]+"/g;

/**
 * Each path of a Lucide icon has a key of random letters. React reads the keys only in development, and they compress badly, so this removes them.
 */
export function drawings(): Plugin {
  return {
    name: 'drawings',
    apply: 'build',
    transform: {
      filter: { id: DRAWING },
      handler: (code) => ({ code: code.replaceAll(KEY, ''), map: null }),
    },
  };
}
