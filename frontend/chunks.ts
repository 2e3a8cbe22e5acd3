import type { Rolldown } from 'vite';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;

/**
 * Few files instead of one for each lazy border: a phone waits for each of them, and small ones hardly shrink. Each takes what
 * its modules import, too, unless an earlier one has it already; so the order says who comes with whom.
 */
const FILES: readonly Readonly<{ name: string; holds: RegExp }>[] = [
  // Needed whatever is shown first, and the small things of which every screen has some; of the icons all but those of the composer
  // and of the history alone.
  {
    name: 'app',
    holds:
      /\/src\/(main|app-shell|routes\/_signed-in\.tsx|ui\/(note|card|avatar|badge|input|field-error|empty-state|platform-(icon|badge)|screen-heading|toast-store|count-cards|search-box|upgrade-link|pro-badge|live-state|account-avatar|skeleton|select)|lib\/(?!local-time)|features\/identity\/components\/(lazy-|provider-|sign-in-page|sandbox-)|features\/inbox\/(components\/inbox-badge|api\/comments|inbox-filter))|\/contracts\/src\/(billing\/(entitlements|plan)|shared\/(avatar-colour|platform-(drawings|names)))|\/lucide-react\/(?!.*\/(?:arrow-down|bookmark|copy|download|image-plus|image-up|layers|package-check|undo-2)\.)/,
  },
  // Fetched when the first cards of a list are painted.
  { name: 'scrolling', holds: /\/@tanstack\/virtual-core\// },
  { name: 'posts', holds: /\/src\/routes\/_signed-in\/(-posts-screen|posts\.index|index)\.tsx/ },
  { name: 'inbox', holds: /\/src\/routes\/_signed-in\/(inbox|-inbox-screen|-load-inbox)\.tsx?/ },
  // What opens over a screen, and larger controls.
  { name: 'controls', holds: /\/src\/ui\/|\/src\/shortcut-help/ },
  { name: 'forms', holds: /\/react-hook-form\/|\/src\/ui\/account-checkbox/ },
  {
    name: 'post-actions',
    holds:
      /\/src\/features\/scheduling\/(posts\/components\/(post-menu|target-|delete-remote|confirm-)|components\/)/,
  },
  // Of posts and of replies.
  { name: 'text-count', holds: /\/contracts\/src\/integrations\/text-count/ },
  { name: 'writing', holds: /\/src\/features\/scheduling\/composer\// },
  {
    name: 'inbox-actions',
    holds:
      /\/src\/features\/inbox\/components\/(comment-menu|no-comments|reply-box|reply-in-doubt)|\/src\/features\/inbox\/(api\/suggest|reply-fit)/,
  },
  { name: 'history', holds: /\/src\/(routes\/_signed-in\/posts\.\$postId|features\/history\/)/ },
  // Asked for where somebody has no account yet, as well as in Settings.
  { name: 'connect-buttons', holds: /\/src\/features\/integrations\/components\/connect-buttons/ },
  { name: 'public-profile', holds: /\/src\/(routes\/_signed-in\/profile\.|features\/profile\/)/ },
  // Opened over Settings.
  {
    name: 'profile',
    holds: /\/src\/features\/identity\/components\/(edit-profile|personality-dialog)/,
  },
  // Below what a window shows of Settings.
  {
    name: 'your-data',
    holds:
      /\/src\/features\/identity\/(components\/(your-data|data-export)|api\/export-account|your-data)|\/contracts\/src\/identity\/account-export/,
  },
  {
    name: 'settings',
    holds:
      /\/src\/(routes\/_signed-in\/settings\.|features\/identity\/(?!components\/sign-in-problem|sign-in-outcome)|features\/integrations\/components\/connected)/,
  },
  // Few come back from a provider with a problem.
  {
    name: 'sign-in-problem',
    holds: /\/src\/features\/identity\/(components\/sign-in-problem|sign-in-outcome)/,
  },
  { name: 'connecting', holds: /\/src\/routes\/_signed-in\/(bluesky-setup|mastodon-setup|settings_)/ },
  { name: 'plan', holds: /\/src\/features\/billing\/components\/plan-card/ },
  { name: 'subscribe', holds: /\/src\/(routes\/subscribe\.|features\/billing\/components\/subscribe-page)/ },
  // Fetched when the button for paying was pressed.
  { name: 'paying', holds: /\/src\/features\/billing\/components\/pay-|\/@stripe\// },
];

export const groups: Groups = FILES.map(({ name, holds }, at) => ({
  name,
  test: holds,
  priority: FILES.length - at,
}));
