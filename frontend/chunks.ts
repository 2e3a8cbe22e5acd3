import type { Rolldown } from 'vite';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;

/** Pictures that one later file alone shows, and brings along. Whatever else uses one would need that whole file: then it goes from here. */
const LATE_ICONS =
  'arrow-down-to-line|arrow-up-to-line|bookmark|chart-no-axes-column|check-check|chevron-right|compass|copy|download|grip-vertical|image-plus|image-up|layers|lock|log-out|message-square|minus|package-check|pen-line|play|undo-2';

/**
 * Few files instead of one for each lazy border: a phone waits for each of them, and small ones hardly shrink. Each takes what
 * its modules import, too, unless an earlier one has it already; so the order says who comes with whom.
 */
const FILES: readonly Readonly<{ name: string; holds: RegExp }>[] = [
  // Needed whatever is shown first, and the small things of which every screen has some.
  {
    name: 'app',
    holds: new RegExp(
      String.raw`/src/(main|routes/(-shell/app-shell|_signed-in\.tsx)|ui/(note|card|avatar|badge|input|field-error|empty-state|platform-(icon|badge)|screen-heading|declared-mutation|toast-store|count-cards|search-box|upgrade-link|pro-badge|live-state|account-avatar|skeleton|select)|lib/(?!at-once|checks|copy-text|go-to-section|here|link-page-address|local-time|section-in-sight|upload|use-near-window)|features/identity/(components/(provider-icon|sandbox-)|messages/(legal|sandbox))|features/inbox/(components/inbox-badge|api/comments|model/inbox-filter)|features/integrations/api/(accounts|platforms)|features/notifications/(components/notices-bell|api/notices|messages/bell))|/contracts/src/(billing/(entitlements|plan)|identity/sign-in-providers|shared/(avatar-colour|platform-(drawings|names)))|/lucide-react/(?!.*/icons/(${LATE_ICONS})\.)`,
    ),
  },
  // For who is led to sign in by the app; whoever opens the address gets a page without it.
  {
    name: 'login',
    holds:
      /\/src\/(routes\/login\.|features\/identity\/components\/(lazy-sign-in|provider-button|sign-in-page))/,
  },
  // Fetched when the first cards of a list are painted: one file for what they need then.
  {
    name: 'scrolling',
    holds:
      /\/@tanstack\/virtual-core\/|\/src\/features\/analytics\/(api\/(figures|plan-ended)|model\/(as-of|sizes|sums)|messages\/card|components\/(post-figures|beside-sums|figure-(cell|notes)|masked-figures))|\/contracts\/src\/analytics\/missing-text/,
  },
  { name: 'posts', holds: /\/src\/routes\/_signed-in\/(-posts-screen|posts\.index|index)\.tsx/ },
  {
    name: 'inbox',
    holds:
      /\/src\/(routes\/_signed-in\/inbox\.tsx|features\/inbox\/(components\/inbox-screen|api\/load-inbox))/,
  },
  // What stands in a screen from the start.
  {
    name: 'fields',
    holds:
      /\/src\/(ui\/(switch|field|sign-in-once-more|todo|sections|textarea)\.tsx|lib\/(at-once|go-to-section|here|upload))/,
  },
  // What opens over a screen, and larger controls.
  { name: 'controls', holds: /\/src\/ui\/|\/src\/routes\/-shell\/shortcut-help/ },
  { name: 'forms', holds: /\/react-hook-form\/|\/src\/(ui\/account-checkbox|lib\/checks)/ },
  // Cards of Settings that its first paint waits for, and what a new post begins with.
  {
    name: 'preferences',
    holds:
      /\/src\/features\/(identity\/(messages\/preferences|api\/(change-)?user-settings|components\/(preference|notifications|post-defaults))|inbox\/(api\/settings|components\/comment-moderation-card))/,
  },
  {
    name: 'post-actions',
    holds:
      /\/src\/features\/scheduling\/components\/(posts\/(post-menu|target-|delete-remote|confirm-)|[a-z-]+\.tsx)/,
  },
  // Where somebody enters a time.
  { name: 'local-time', holds: /\/src\/lib\/local-time/ },
  // Of posts and of replies.
  { name: 'text-count', holds: /\/contracts\/src\/integrations\/text-count/ },
  {
    name: 'writing',
    holds:
      /\/src\/features\/scheduling\/([a-z]+\/composer[/.]|api\/(link-preview|media-uploads|publish-fields|send-post|server-check))/,
  },
  {
    name: 'inbox-actions',
    holds:
      /\/src\/features\/inbox\/components\/(comment-menu|no-comments|reply-box|reply-in-doubt)|\/src\/features\/inbox\/(api\/suggest|model\/reply-fit)/,
  },
  {
    name: 'history',
    holds: /\/src\/(routes\/_signed-in\/posts\.\$postId|features\/scheduling\/([a-z]+\/history[/.]))/,
  },
  // Asked for where somebody has no account yet, as well as in Settings.
  { name: 'connect-buttons', holds: /\/src\/features\/integrations\/components\/connect-buttons/ },
  {
    name: 'public-profile',
    holds:
      /\/src\/(routes\/_signed-in\/profile\.|features\/link-tree\/(components\/profile\/|(api|messages)\/profile))/,
  },
  // Below what a window shows of Settings.
  {
    name: 'your-data',
    holds:
      /\/src\/features\/identity\/(components\/(your-data|data-export)|messages\/your-data|api\/export-account)|\/contracts\/src\/identity\/account-export/,
  },
  {
    name: 'delete-account',
    holds: /\/src\/features\/identity\/(components|messages)\/delete-account\./,
  },
  { name: 'plan', holds: /\/src\/features\/billing\/(components\/plan-card|messages\/plan)/ },
  {
    name: 'settings',
    holds:
      /\/src\/(routes\/_signed-in\/settings\.|features\/identity\/(?!components\/(sign-in-problem|[a-z]+-(profile-|account-)?dialog|save-or-cancel)|api\/(delete-account|update-profile)|messages\/profile)|features\/integrations\/components\/connected|features\/link-tree\/components\/(link-page-card|view-page|copy-address)|features\/external-api\/(components\/api-access-card|messages\/card)|features\/analytics\/(components\/analytics-card|messages\/entry))/,
  },
  // Comes when somebody is near its card in Settings, and the rest of it with the first tap.
  {
    name: 'api-access',
    holds: /\/src\/features\/external-api\/components\/(api-access|copy-button|shown-once)\./,
  },
  {
    name: 'charts',
    holds: /\/src\/features\/analytics\/(components\/charts\/(?!curve|heat)|messages\/charts)/,
  },
  // Opened on the card of a post.
  {
    name: 'figures',
    holds:
      /\/src\/features\/analytics\/(components\/(charts\/curve|figure-details|account-figures|post-curve)|api\/looks|messages\/details)/,
  },
  { name: 'analytics', holds: /\/src\/(routes\/_signed-in\/analytics\.|features\/analytics\/)/ },
  // Opened over Settings.
  {
    name: 'profile',
    holds:
      /\/src\/features\/identity\/(components\/[a-z]+-(profile-|account-)?dialog|api\/(delete-account|update-profile))/,
  },
  // Few come back from a provider with a problem.
  {
    name: 'sign-in-problem',
    holds: /\/src\/features\/identity\/components\/sign-in-problem/,
  },
  {
    name: 'connecting',
    holds: /\/src\/routes\/_signed-in\/(bluesky-setup|mastodon-setup|settings_\.accounts)/,
  },
  {
    name: 'link-page',
    holds:
      /\/src\/(routes\/_signed-in\/settings_\.link-page|features\/link-tree\/components\/(?!link-dialog|profile\/))/,
  },
  { name: 'subscribe', holds: /\/src\/(routes\/subscribe\.|features\/billing\/components\/subscribe-page)/ },
  // Fetched when the button for paying was pressed.
  { name: 'paying', holds: /\/src\/features\/billing\/components\/pay-|\/@stripe\// },
];

export const groups: Groups = FILES.map(({ name, holds }, at) => ({
  name,
  test: holds,
  priority: FILES.length - at,
}));
