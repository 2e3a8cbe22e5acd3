import type { Rolldown } from 'vite';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;

/**
 * Few files instead of one for each lazy border: a phone waits for each of them, and small ones hardly shrink. Each takes what
 * its modules import, too, unless an earlier one has it already; so the order says who comes with whom.
 */
const FILES: readonly Readonly<{ name: string; holds: RegExp }>[] = [
  // Needed whatever is shown first, and the small things of which every screen has some.
  {
    name: 'app',
    holds:
      /\/src\/(main|app-shell|routes\/_signed-in\.tsx|ui\/(note|card|avatar|badge|input|field-error|empty-state|platform-(icon|badge)|screen-heading|toast-store)|lib\/(?!local-time)|features\/identity\/components\/(lazy-|provider-|sign-in-page|sandbox-))|\/lucide-react\/|rolldown\/runtime/,
  },
  { name: 'posts', holds: /\/src\/routes\/_signed-in\/(-posts-screen|posts\.index|index)\.tsx/ },
  // What opens over a screen, and larger controls.
  { name: 'controls', holds: /\/src\/ui\/|\/src\/shortcut-help/ },
  { name: 'forms', holds: /\/react-hook-form\/|\/src\/ui\/account-checkbox/ },
  {
    name: 'post-actions',
    holds:
      /\/src\/features\/scheduling\/(posts\/components\/(post-menu|target-|delete-remote|confirm-)|components\/)/,
  },
  { name: 'writing', holds: /\/src\/features\/scheduling\/composer\// },
  { name: 'history', holds: /\/src\/(routes\/_signed-in\/posts\.\$postId|features\/history\/)/ },
  // Asked for where somebody has no account yet, as well as in Settings.
  { name: 'connect-buttons', holds: /\/src\/features\/integrations\/components\/connect-buttons/ },
  {
    name: 'settings',
    holds:
      /\/src\/(routes\/_signed-in\/settings\.|features\/identity\/|features\/integrations\/components\/connected)/,
  },
  { name: 'connecting', holds: /\/src\/routes\/_signed-in\/(bluesky-setup|mastodon-setup|settings_)/ },
];

export const groups: Groups = FILES.map(({ name, holds }, at) => ({
  name,
  test: holds,
  priority: FILES.length - at,
}));
