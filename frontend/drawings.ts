import type { Plugin } from 'vite';

const DRAWING = /\/lucide-react\/.*\/icons\/[a-z0-9-]+\.mjs$/;
const KEY = /,? key: "[a-z0-9]+"/g;

/** Removes the keys from the paths of Lucide icons. The keys are random letters, which compress badly. React needs them only in
 * development.
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
