import { readFileSync } from 'node:fs';
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
import { pathOfSection } from './src/routes/_signed-in/-settings/section-path.ts';

/** The screens where users enter the app. `names`: the names of their files in `pages/`, which match the paths. `holds`: the modules
 * whose chunks the screen needs. `calls`: the API requests of the screen.
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
    // Includes the cards that `load-settings.ts` waits for.
    holds: [
      '/src/features/identity/components/timezone-card.tsx',
      '/src/features/identity/components/preference-cards.ts',
      '/src/features/inbox/components/comment-moderation-card.tsx',
      '/src/features/billing/components/plan-card.tsx',
    ],
    calls: [
      currentUser.path,
      listAccounts.path,
      listPlatforms.path,
      listSessions.path,
      countPosts.path,
      listLinkedSignIns.path,
      getLinkPage.path,
      getUserSettings.path,
      getInboxSettings.path,
      getBilling.path,
      mediaUsage.path,
    ],
  },
  {
    names: ['subscribe'],
    holds: ['/src/features/billing/components/subscribe-page.tsx'],
    calls: [currentUser.path, getPrices.path],
  },
];

/** Writes a page for each of these screens. The page lists the code of the screen and, for signed-in users, its API requests, so that a phone
 * requests all in parallel. Without this list, the app would discover them one by one, each after a round trip.
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
            .replace(STYLE, (style) => `<!--signed-in ${requestScript(calls)}-->${style}`)
            .replace('</head>', `${links.join('')}</head>`);
          for (const name of names) this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source });
        }
        this.emitFile({
          type: 'asset',
          fileName: 'pages/addresses.json',
          source: JSON.stringify(addresses()),
        });
      },
    },
  };
}

/** Returns the paths of all screens, such as `/posts/$postId/history`. The server responds to all others with 404. */
function addresses(): readonly string[] {
  const tree = readFileSync(new URL('src/routeTree.gen.ts', import.meta.url), 'utf8');
  const [, byPath = ''] = /interface FileRoutesByFullPath \{([^}]*)\}/u.exec(tree) ?? [];
  const found = [...byPath.matchAll(/'([^']+)':/gu)].map(([, address = '']) => address);
  if (found.length === 0) throw new Error('src/routeTree.gen.ts names no addresses.');
  return found.flatMap((address) => (address === SECTION ? sections() : [address]));
}

const SECTION = '/settings/$section';
/** Returns the path of each section of Settings. Other names have no page. */
function sections(): readonly string[] {
  const list = readFileSync(
    new URL('src/routes/_signed-in/-settings/settings-sections.tsx', import.meta.url),
    'utf8',
  );
  const ids = [...list.matchAll(/^ {4}id: '([a-z-]+)',$/gmu)].map(([, id = '']) => id);
  if (ids.length === 0) throw new Error('settings-sections.tsx names no sections.');
  return ids.map((id) => SECTION.replace('$section', pathOfSection(id)));
}

/** The script with the requests is inserted before the first style sheet, because a script waits for earlier style sheets. */
const STYLE = /<link rel="stylesheet"/;

/** Returns a script that sends the requests while the code loads, and reads the responses, which `api-client.ts` uses. With `preload`, the
 * app would read the responses later, when a phone is busy. The server allows this script by its hash.
 */
const requestScript = (calls: readonly string[]): string =>
  `<script>globalThis.askedAhead=Object.fromEntries(${JSON.stringify(calls)}.map((path)=>[path,fetch(path,{credentials:'include'}).then(async(response)=>({response,text:await response.text()})).catch(()=>null)]))</script>`;

/** Returns the files that contain these modules, and all their static imports. */
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
