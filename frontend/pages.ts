import { getBilling, getPrices } from '@posthorn/contracts/billing/billing.http';
import { currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listLinkedSignIns } from '@posthorn/contracts/identity/sign-in-providers.http';
import { getUserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { COMMENTS_PAGE, listComments, summarizeInbox } from '@posthorn/contracts/inbox/comments.http';
import { getInboxSettings } from '@posthorn/contracts/inbox/settings.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { countPosts, listPosts, POSTS_PAGE } from '@posthorn/contracts/scheduling/posts.http';
import { mediaUsage } from '@posthorn/contracts/shared/media-usage.http';
import type { Plugin, Rolldown } from 'vite';

/**
 * Screens that people begin at, by the address they have in common with a file in `pages/`. `holds`: modules whose files a screen
 * waits for; `calls`: what it asks the server for.
 */
const SCREENS: readonly Readonly<{
  names: readonly string[];
  holds: readonly string[];
  calls: readonly string[];
}>[] = [
  {
    names: ['index', 'posts'],
    holds: ['/src/routes/_signed-in/-posts-screen.tsx'],
    calls: [currentUser.path, `${listPosts.path}?limit=${String(POSTS_PAGE.limit)}`, countPosts.path],
  },
  {
    names: ['inbox'],
    holds: ['/src/features/inbox/components/inbox-screen.tsx'],
    calls: [
      currentUser.path,
      `${listComments.path}?limit=${String(COMMENTS_PAGE.limit)}`,
      summarizeInbox.path,
      countPosts.path,
    ],
  },
  {
    names: ['settings'],
    // With the cards that `load-settings.ts` waits for.
    holds: [
      '/src/features/identity/components/timezone-card.tsx',
      '/src/features/identity/components/preference-cards.ts',
      '/src/features/inbox/components/comment-moderation-card.tsx',
      '/src/features/billing/components/plan-card.tsx',
    ],
    calls: [
      ...[currentUser.path, listAccounts.path, listPlatforms.path, listSessions.path, countPosts.path],
      ...[listLinkedSignIns.path, getLinkPage.path, getUserSettings.path, getInboxSettings.path],
      ...[getBilling.path, mediaUsage.path],
    ],
  },
  {
    names: ['subscribe'],
    holds: ['/src/features/billing/components/subscribe-page.tsx'],
    calls: [currentUser.path, getPrices.path],
  },
];

/**
 * A page for each of these screens that names its code and, for who is signed in, its data, so that a phone asks for all of it at once:
 * otherwise the app would find out step by step, a round trip for each.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const shell = bundle['index.html'];
        if (shell?.type !== 'asset') throw new Error('The build has no index.html.');
        const html = String(shell.source);
        for (const { names, holds, calls } of SCREENS) {
          const links = codeOf(bundle, holds)
            .filter((name) => !html.includes(name))
            .map((name) => `<link rel="modulepreload" href="/${name}">`);
          const source = html
            .replace(STYLE, (style) => `<!--signed-in ${askAhead(calls)}-->${style}`)
            .replace('</head>', `${links.join('')}</head>`);
          for (const name of names) this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source });
        }
      },
    },
  };
}

/** Scripts wait for the style sheets before them, so this one stands before those. */
const STYLE = /<link rel="stylesheet"/;

/**
 * Asks while the code is still on its way, and reads the answers too: `api-client.ts` takes them from there. A `preload` would
 * leave both to the app, at the moment when a phone has the most to do. The server allows this script by its hash.
 */
const askAhead = (calls: readonly string[]): string =>
  `<script>globalThis.askedAhead=Object.fromEntries(${JSON.stringify(calls)}.map((path)=>[path,fetch(path,{credentials:'include'}).then(async(response)=>({response,text:await response.text()})).catch(()=>null)]))</script>`;

/** The files that hold these modules, and all that they import at once. */
function codeOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): readonly string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const holder = (module: string): string => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`No file of the build holds ${module}.`);
    return chunk.fileName;
  };
  const names = new Set(modules.map(holder));
  for (const name of names)
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach((each) => names.add(each));
  return [...names];
}
