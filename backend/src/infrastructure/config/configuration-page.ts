import { appNames } from './app-names.ts';
import { DESCRIBED_APPS, VARIABLE_SECTIONS, type DescribedVariable } from './described-variables.ts';
import { APP_VARIABLES } from './platform-apps.ts';

const START = `# Configuration

The code that reads the variables makes this page: \`npm run configuration\`.

Each variable has a default. Posthorn refuses an invalid value at the start and prints a valid form. An empty variable counts as absent.
\`npm run doctor\` tries keys, redirect addresses, permissions of connected accounts and the model, and prints what to correct.
`;

const APPS = `## Applications at platforms

[Bluesky](how-to/platforms/bluesky.md) and [Mastodon](how-to/platforms/mastodon.md) need no keys of yours. The others publish through an application that
you register with them. Without its keys a platform is shown as "not configured", with what is missing. While the sandbox is on, it stands in for
every platform without keys. Substack has no interface for publishing; it is an entry of the link page.
`;

const ADDRESSES = `Each address can be changed, for a proxy or for a server of your own. Where a platform gives tokens on the host of its API, the address of
tokens follows the address of the API. \`…_SCOPES\` names the [permissions](how-to/platforms/permissions.md) that a consent asks for, where your application
does not have all of them. \`{version}\` is \`GRAPH_VERSION\`.
`;

const WEBHOOKS = `Posthorn reads comments from the platforms. Register [the webhooks](how-to/operate.md#webhooks) of platforms that send them at
\`/api/webhooks/meta\`, \`threads\`, \`twitter\`, \`linkedin\` and \`tiktok\`.
`;

const SERVERS = `## A server of your own on the same machine

A PDS on port 2583, for example:

\`\`\`sh
BLUESKY_SERVICE_URL=http://localhost:2583 PLC_URL=http://localhost:2582 \\
  ALLOW_PRIVATE_HOSTS=localhost:2583,localhost:2582 npm start
\`\`\`
`;

const code = (text: string): string => `\`${text}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The variables that `DESCRIBED_APPS` explains: keys, URLs and permissions of each application. */
export const namesOfApps = (): readonly string[] =>
  appNames.flatMap((name) => {
    const { id, secret, prefix, api } = APP_VARIABLES[name];
    return [id, secret, api[0], `${prefix}_AUTHORIZE_URL`, `${prefix}_TOKEN_URL`, `${prefix}_SCOPES`];
  });

/**
 * The page `docs/configuration.md` in Markdown.
 * @param defaults the default of each variable that the code reads; null: none
 */
export function configurationPage(defaults: ReadonlyMap<string, string | null>): string {
  const defaultOf = (name: string, { otherwise }: DescribedVariable): string => {
    if (otherwise !== undefined) return otherwise;
    const value = defaults.get(name) ?? null;
    return value === null ? 'none' : code(value);
  };
  const sections = VARIABLE_SECTIONS.map(({ title, intro, variables }) => {
    const rows = Object.entries(variables).map(([name, described]) => [
      code(name),
      defaultOf(name, described),
      described.meaning,
    ]);
    const parts = [
      `## ${title}`,
      ...(intro === undefined ? [] : [intro]),
      table(['variable', 'default', 'meaning'], rows),
    ];
    return `${parts.join('\n\n')}\n`;
  });
  const apps = appNames.map((name) => {
    const { id, secret } = APP_VARIABLES[name];
    const { label, where, redirect } = DESCRIBED_APPS[name];
    return [label, `${code(id)}, ${code(secret)}`, where, code(redirect)];
  });
  const addresses = appNames.map((name) => {
    const { prefix, api, authorize, token } = APP_VARIABLES[name];
    return [
      `${code(api[0])}: ${code(api[1])}`,
      `${code(`${prefix}_AUTHORIZE_URL`)}: ${code(authorize)}`,
      `${code(`${prefix}_TOKEN_URL`)}: ${code(token)}`,
      code(`${prefix}_SCOPES`),
    ];
  });
  return [
    START,
    ...sections,
    APPS,
    `${table(['platform', 'keys', 'where to get them', 'redirect address, after `PUBLIC_URL`'], apps)}\n`,
    WEBHOOKS,
    ADDRESSES,
    `${table(['API', 'consent', 'tokens', 'permissions'], addresses)}\n`,
    SERVERS,
  ].join('\n');
}
