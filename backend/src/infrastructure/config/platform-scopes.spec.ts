import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { OneLineError } from './one-line-error.ts';
import { repositoryRoot } from './repository-root.ts';
import { appNames, type AppName } from './app-names.ts';
import { APP_VARIABLES } from './platform-apps.ts';
import { PLATFORM_SCOPES, scopesNeeded } from './platform-scopes.ts';
import { readConfiguration } from './read-configuration.ts';

const variableOf = (app: AppName) => `${APP_VARIABLES[app].prefix}_SCOPES`;
const scopesWith = (app: AppName, value: string) =>
  readConfiguration({ [variableOf(app)]: value }).platformApps[app].scopes;

it.each([
  [
    'facebook',
    'pages_show_list pages_read_engagement pages_manage_posts business_management pages_read_user_content pages_manage_engagement pages_manage_metadata read_insights instagram_basic instagram_content_publish instagram_manage_contents instagram_manage_comments instagram_manage_insights',
  ],
  [
    'threads',
    'threads_basic threads_content_publish threads_delete threads_read_replies threads_manage_replies threads_manage_insights',
  ],
  ['twitter', 'tweet.read tweet.write users.read media.write offline.access tweet.moderate.write'],
  [
    'linkedin',
    'r_basicprofile w_member_social w_organization_social r_organization_social rw_organization_admin r_organization_social_feed w_organization_social_feed r_member_postAnalytics',
  ],
  ['tiktok', 'user.info.basic user.info.profile video.publish video.list'],
  [
    'youtube',
    'https://www.googleapis.com/auth/youtube.force-ssl https://www.googleapis.com/auth/youtube.readonly https://www.googleapis.com/auth/yt-analytics.readonly',
  ],
  ['pinterest', 'user_accounts:read boards:read boards:write pins:read pins:write'],
  ['snapchat', 'snapchat-profile-api'],
  [
    'instagram-login',
    'instagram_business_basic instagram_business_content_publish instagram_business_manage_comments instagram_business_manage_insights',
  ],
  ['tiktok-business', 'user.info.basic user.info.username comment.list comment.list.manage video.list'],
] as const)(
  'requests from %s only the scopes for publishing, looking up, deleting, comments and metrics',
  (app, scopes) => {
    expect(scopesWith(app, '')).toEqual(scopes.split(' '));
  },
);
it('states the purpose of each permission and a call that needs it', () => {
  for (const uses of Object.values(PLATFORM_SCOPES)) {
    expect(new Set(uses.map(({ scope }) => scope)).size).toBe(uses.length);
    for (const { call, features } of uses) {
      expect(call).toMatch(/^(?:GET|POST|PUT|DELETE) \//);
      expect(features).not.toEqual([]);
    }
  }
});
it('matches docs/how-to/platforms/permissions.md', () => {
  const page = readFileSync(join(repositoryRoot(), 'docs/how-to/platforms/permissions.md'), 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    return cells.length === 7 && cells[1]?.startsWith('`') ? [cells.slice(1, 6)] : [];
  });
  const tableRows = appNames.flatMap((app) =>
    PLATFORM_SCOPES[app].map(({ scope, features, call, neededBy }) => [
      `\`${variableOf(app)}\``,
      `\`${scope}\``,
      features.join(', '),
      `\`${call}\``,
      neededBy.join(', ') || 'no',
    ]),
  );
  expect(rows).toEqual(tableRows);
});
it.each(appNames)('requests from %s the scopes that the operator sets instead, each once', (app) => {
  const needed = PLATFORM_SCOPES[app].map(({ scope }) => scope);
  const value = ` ${needed.join(', ')}  one.more:read ${needed[0] ?? ''}`;
  expect(scopesWith(app, value)).toEqual([...needed, 'one.more:read']);
});
it('accepts an app that covers one kind of account only', () => {
  const member = 'openid profile w_member_social';
  expect(scopesWith('linkedin', member)).toEqual(member.split(' '));
  const pages = scopesNeeded('facebook', 'Page');
  expect(scopesWith('facebook', pages.join(','))).toEqual(pages);
});
it.each([
  [{ THREADS_SCOPES: 'threads_basic' }, 'THREADS_SCOPES leaves out threads_content_publish, without which'],
  [{ X_SCOPES: 'tweet.read users.read' }, 'X_SCOPES leaves out tweet.write, media.write, offline.access,'],
  [{ LINKEDIN_SCOPES: 'openid' }, 'LINKEDIN_SCOPES leaves out w_member_social, without which'],
  [{ FACEBOOK_SCOPES: 'instagram_basic' }, 'FACEBOOK_SCOPES leaves out pages_show_list, '],
  [
    { SNAPCHAT_SCOPES: 'snapchat-profile-api "and"' },
    'SNAPCHAT_SCOPES has "and": write names of permissions',
  ],
])('refuses %j at the start', (env, message) => {
  expect(() => readConfiguration(env)).toThrow(OneLineError);
  expect(() => readConfiguration(env)).toThrow(message);
});
