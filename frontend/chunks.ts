import type { Rolldown } from 'vite';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;

/**
 * Icons that only one later chunk uses, so that this chunk contains them. Also the icons in `fields` and `controls`. An icon
 * that code outside the chunk also uses must not be in this list, because that code would load the whole chunk.
 */
const LATE_ICONS =
  'arrow-down|arrow-down-to-line|arrow-up-to-line|bookmark|check-check|chevron-left|compass|copy|download|grip-vertical|history|image-plus|image-up|layers|lock|log-out|message-square|minus|package-check|pen-line|play|undo-2|unplug|user-minus|users';

/** The chunks of the app. They are fewer than the lazy imports, because a phone waits for each request and small files compress badly. A
 * chunk also contains the imports of its modules that no earlier chunk contains. So the order matters.
 */
const FILES: readonly Readonly<{ name: string; holds: RegExp }>[] = [
  // Code that every first load needs, and small components that most screens use.
  {
    name: 'app',
    holds: new RegExp(
      String.raw`/src/(main|routes/(-shell/app-shell|_signed-in\.tsx)|ui/(note|card|avatar|badge|input|field-error|empty-state|platform-(icon|badge)|screen-heading|declared-mutation|toast-store|count-cards|search-box|upgrade-link|pro-badge|live-state|account-avatar|skeleton|select)|lib/(?!optimistic-updates|checks|copy-text|error-wording|go-to-section|here|link-page-address|local-time|section-in-sight|upload|use-near-window)|features/identity/(components/(provider-icon|sandbox-)|messages/(legal|sandbox))|features/inbox/(components/inbox-badge|api/comments|model/inbox-filter)|features/integrations/api/(accounts|platforms)|features/notifications/(components/notices-bell|api/notices|messages/bell))|/contracts/src/(billing/(entitlements|plan)|identity/sign-in-providers|shared/(avatar-colour|platform-(drawings|names)))|/lucide-react/(?!.*/icons/(${LATE_ICONS})\.)`,
    ),
  },
  // Used only inside the app. For a direct visit to the sign-in page, the server sends a page without the app.
  {
    name: 'login',
    holds:
      /\/src\/(routes\/login\.|features\/identity\/components\/(lazy-sign-in|provider-button|sign-in-page))/,
  },
  // Loaded after the first cards of a list are painted: everything that the cards then need.
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
  // Controls that are visible when a screen opens.
  {
    name: 'fields',
    holds:
      /\/src\/(ui\/(breakable-name|switch|field|sign-in-once-more|todo|sections|textarea)\.tsx|lib\/(optimistic-updates|go-to-section|here|upload))|\/lucide-react\/.*\/icons\/unplug\./,
  },
  // Controls that open over a screen, larger controls, and the icons of several menus.
  {
    name: 'controls',
    holds:
      /\/src\/ui\/|\/src\/routes\/-shell\/shortcut-help|\/lucide-react\/.*\/icons\/(arrow-down|history|user-minus)\./,
  },
  { name: 'forms', holds: /\/react-hook-form\/|\/src\/(ui\/account-checkbox|lib\/checks)/ },
  // The cards of Settings that must be loaded before its first paint, and the default values of new posts.
  {
    name: 'preferences',
    holds:
      /\/src\/features\/(identity\/(messages\/preferences|api\/(change-)?user-settings|components\/(preference|notifications|post-defaults))|inbox\/(api\/settings|components\/comment-moderation-card))/,
  },
  // The buttons that lead from the posts to the drafts, before a form opens.
  {
    name: 'drafts',
    holds:
      /\/src\/features\/scheduling\/(components\/posts\/drafts-entry|model\/(composer\/post-draft|drafts\/draft-(copies|name)))/,
  },
  // The sentences about comments, by the codes of the server. The inbox and the history of a post need them after their first paint.
  {
    name: 'comment-sentences',
    holds: /\/contracts\/src\/inbox\/(comment-history|reply-problems|reply-checks|auto-reply-reasons)/,
  },
  // The sentences of checks before a call, and of problems of accounts. Cards with a problem, the composer and the history need them.
  {
    name: 'check-sentences',
    holds:
      /\/src\/features\/scheduling\/messages\/(checks|options|precheck)\.|\/contracts\/src\/(integrations\/(option-sentences|precheck-(problem|text))|scheduling\/check-sentences)/,
  },
  {
    name: 'post-actions',
    holds:
      /\/src\/features\/scheduling\/components\/(posts\/(post-menu|target-|delete-remote|confirm-)|[a-z-]+\.tsx)/,
  },
  // Used by all screens where a user enters a time, such as the calendar and the composer.
  {
    name: 'local-time',
    holds: /\/src\/(lib\/local-time|features\/scheduling\/(api\/calendar|model\/calendar\/days))/,
  },
  // Used for posts and replies.
  { name: 'text-count', holds: /\/contracts\/src\/integrations\/text-count/ },
  {
    name: 'writing',
    holds:
      /\/src\/features\/scheduling\/([a-z]+\/composer[/.]|model\/drafts\/|api\/(link-preview|media-uploads|publish-fields|send-post|server-check))/,
  },
  {
    name: 'inbox-actions',
    holds:
      /\/src\/features\/inbox\/components\/(comment-menu|no-comments|reply-box|reply-in-doubt|other-reply-note)|\/src\/features\/inbox\/(api\/suggest|model\/reply-(fit|keeper))/,
  },
  {
    name: 'history',
    holds: /\/src\/(routes\/_signed-in\/posts\.\$postId|features\/scheduling\/([a-z]+\/history[/.]))/,
  },
  // Loaded for a user without an account, and in Settings.
  { name: 'connect-buttons', holds: /\/src\/features\/integrations\/components\/connect-buttons/ },
  {
    name: 'public-profile',
    holds:
      /\/src\/(routes\/_signed-in\/profile\.|features\/link-tree\/(components\/profile\/|(api|messages)\/profile))/,
  },
  // A card below the visible part of Settings.
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
  // Loaded after the first paint of Settings. The editor of the link page also uses it.
  {
    name: 'photo',
    holds:
      /\/src\/features\/identity\/(components\/photo\/profile-photo|(api|messages)\/photo)|\/contracts\/src\/link-tree\/photo/,
  },
  // Loaded by the first click.
  {
    name: 'photo-crop',
    holds: /\/src\/features\/identity\/(components\/photo\/crop-|model\/(draw-square|square-crop))/,
  },
  {
    name: 'settings',
    holds:
      /\/src\/(routes\/_signed-in\/(settings\.|-settings\/load-settings\.)|features\/identity\/(?!components\/(sign-in-problem|photo\/crop-|[a-z]+-(profile-|account-)?dialog|save-or-cancel)|api\/(delete-account|update-profile)|messages\/profile|model\/(draw-square|square-crop))|features\/integrations\/components\/connected|features\/link-tree\/components\/(link-page-card|view-page|copy-address)|features\/external-api\/(components\/api-access-card|messages\/card)|features\/analytics\/(components\/analytics-card|messages\/entry))/,
  },
  // Loaded when the user scrolls near the card in Settings. Other code of the card loads with the first click.
  {
    name: 'api-access',
    holds: /\/src\/features\/external-api\/components\/(api-access|copy-button|shown-once)\./,
  },
  {
    name: 'charts',
    holds: /\/src\/features\/analytics\/(components\/charts\/(?!curve|heat)|messages\/charts)/,
  },
  // Loaded when the user opens the details on the card of a post.
  {
    name: 'figures',
    holds:
      /\/src\/features\/analytics\/(components\/(charts\/curve|figure-details|account-figures|post-curve)|api\/looks|messages\/details)/,
  },
  // Used by the screens with figures, and by the sentences about their errors.
  { name: 'analytics-words', holds: /\/contracts\/src\/analytics\/analytics-words/ },
  { name: 'analytics', holds: /\/src\/(routes\/_signed-in\/analytics\.|features\/analytics\/)/ },
  // Dialogs over Settings.
  {
    name: 'profile',
    holds:
      /\/src\/features\/identity\/(components\/[a-z]+-(profile-|account-)?dialog|api\/(delete-account|update-profile))/,
  },
  // Separate, because few users return from a provider with a problem.
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
  // Loaded when the user clicks the button to pay.
  { name: 'paying', holds: /\/src\/features\/billing\/components\/pay-|\/@stripe\// },
];

export const groups: Groups = FILES.map(({ name, holds }, index) => ({
  name,
  test: holds,
  priority: FILES.length - index,
}));
