import type { Plugin } from 'vite';

const DRAWING = /\/lucide-react\/.*\/icons\/[a-z0-9-]+\.mjs$/;
const KEY = /,? key: "[a-z0-9]+"/g;

/** Each line of a drawing of Lucide has a key of random letters, which React reads in development alone; they hardly compress. */
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
