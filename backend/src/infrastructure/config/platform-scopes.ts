import type { AppName } from './app-names.ts';
import type { Variables } from './variables.ts';

/** The features of Posthorn. A new feature adds its permissions, and no permission is added before its feature. */
type Feature =
  | 'connect'
  | 'publish'
  | 'look up'
  | 'delete'
  | 'read comments'
  | 'answer comments'
  | 'hide comments'
  | 'hear of comments'
  | 'read figures';

/** A permission that a consent requests. Platforms’ reviews refuse unused permissions, so each names a call that fails without it. */
export type ScopeUse = Readonly<{
  scope: string;
  features: readonly Feature[];
  call: string;
  /** The kinds of accounts that cannot be connected without it. Empty: accounts connect, but its features are missing. */
  neededBy: readonly string[];
  /** The names of the same permission in other products of the platform. */
  instead?: readonly string[];
}>;

const ACCOUNT = ['account'];
const PAGE = 'Page';
const INSTAGRAM = 'Instagram account';
const MEMBER = 'member';
const ORGANIZATION = 'organization';

const use = (
  scope: string,
  features: readonly Feature[],
  call: string,
  neededBy: readonly string[] = [],
): ScopeUse => ({ scope, features, call, neededBy });

/**
 * Sources: developers.facebook.com/docs/permissions and /docs/threads, docs.x.com (OAuth 2.0 scopes of each endpoint),
 * learn.microsoft.com/linkedin (Community Management), developers.tiktok.com/doc/scopes-overview, developers.google.com/youtube/v3/docs and
 * /youtube/analytics/reference, developers.pinterest.com/docs/api/v5, developers.snap.com (Public Profile API).
 * `docs/how-to/platforms/permissions.md` contains the same table for people.
 */
export const PLATFORM_SCOPES: Readonly<Record<AppName, readonly ScopeUse[]>> = {
  facebook: [
    use('pages_show_list', ['connect'], 'GET /me/accounts', [PAGE, INSTAGRAM]),
    use('pages_read_engagement', ['publish', 'look up'], 'GET /{page}/published_posts', [PAGE, INSTAGRAM]),
    use('pages_manage_posts', ['publish', 'delete'], 'POST /{page}/feed', [PAGE]),
    use('business_management', ['connect'], 'GET /me/businesses'),
    use('pages_read_user_content', ['read comments', 'read figures'], 'GET /{post}/comments'),
    use('pages_manage_engagement', ['answer comments'], 'POST /{comment}/comments'),
    use('pages_manage_metadata', ['hear of comments'], 'POST /{page}/subscribed_apps'),
    use('read_insights', ['read figures'], 'GET /{post}/insights'),
    use('instagram_basic', ['connect', 'look up'], 'GET /{instagram account}/media', [INSTAGRAM]),
    use('instagram_content_publish', ['publish'], 'POST /{instagram account}/media_publish', [INSTAGRAM]),
    use('instagram_manage_contents', ['delete'], 'DELETE /{instagram media}'),
    use('instagram_manage_comments', ['read comments', 'answer comments'], 'GET /{instagram media}/comments'),
    use('instagram_manage_insights', ['read figures'], 'GET /{instagram media}/insights'),
  ],
  threads: [
    use('threads_basic', ['connect', 'look up'], 'GET /me/threads', ACCOUNT),
    use('threads_content_publish', ['publish'], 'POST /{user}/threads_publish', ACCOUNT),
    use('threads_delete', ['delete'], 'DELETE /{media}'),
    use('threads_read_replies', ['read comments'], 'GET /{media}/conversation'),
    use('threads_manage_replies', ['answer comments'], 'POST /{reply}/manage_reply'),
    use('threads_manage_insights', ['read figures'], 'GET /{media}/insights'),
  ],
  twitter: [
    use(
      'tweet.read',
      ['publish', 'look up', 'delete', 'read comments', 'read figures'],
      'GET /2/users/{user}/tweets',
      ACCOUNT,
    ),
    use('tweet.write', ['publish', 'delete', 'answer comments'], 'POST /2/tweets', ACCOUNT),
    use(
      'users.read',
      ['connect', 'publish', 'look up', 'delete', 'read comments', 'read figures'],
      'GET /2/users/me',
      ACCOUNT,
    ),
    use('media.write', ['publish'], 'POST /2/media/upload/initialize', ACCOUNT),
    use('offline.access', ['publish'], 'POST /2/oauth2/token (refresh)', ACCOUNT),
    use('tweet.moderate.write', ['hide comments'], 'PUT /2/tweets/{id}/hidden'),
  ],
  linkedin: [
    // An app with Sign In with LinkedIn calls `GET /v2/userinfo` to learn who the member is.
    { ...use('r_basicprofile', ['connect'], 'GET /v2/me'), instead: ['openid', 'profile'] },
    use('w_member_social', ['publish', 'delete'], 'POST /rest/posts (author: person)', [MEMBER]),
    use('w_organization_social', ['publish', 'delete'], 'POST /rest/posts (author: organization)', [
      ORGANIZATION,
    ]),
    use('r_organization_social', ['look up'], 'GET /rest/posts?q=author', [ORGANIZATION]),
    use('rw_organization_admin', ['connect', 'read comments', 'read figures'], 'GET /rest/organizationAcls', [
      ORGANIZATION,
    ]),
    use('r_organization_social_feed', ['read comments'], 'GET /rest/socialActions/{post}/comments'),
    use('w_organization_social_feed', ['answer comments'], 'POST /rest/socialActions/{comment}/comments'),
    use('r_member_postAnalytics', ['read figures'], 'GET /rest/memberCreatorPostAnalytics'),
  ],
  tiktok: [
    use('user.info.basic', ['connect'], 'GET /v2/user/info/', ACCOUNT),
    use('user.info.profile', ['connect'], 'GET /v2/user/info/?fields=username'),
    use('video.publish', ['publish'], 'POST /v2/post/publish/video/init/', ACCOUNT),
    use('video.list', ['look up', 'read figures'], 'POST /v2/video/list/'),
  ],
  youtube: [
    use(
      'https://www.googleapis.com/auth/youtube.force-ssl',
      ['connect', 'publish', 'look up', 'delete', 'read comments', 'answer comments', 'read figures'],
      'POST /youtube/v3/comments',
      ACCOUNT,
    ),
    use('https://www.googleapis.com/auth/youtube.readonly', ['read figures'], 'GET /v2/reports'),
    use('https://www.googleapis.com/auth/yt-analytics.readonly', ['read figures'], 'GET /v2/reports'),
  ],
  pinterest: [
    use('user_accounts:read', ['connect'], 'GET /v5/user_account', ACCOUNT),
    use('boards:read', ['publish', 'look up', 'read figures'], 'GET /v5/boards', ACCOUNT),
    use('boards:write', ['publish', 'delete'], 'POST /v5/pins', ACCOUNT),
    use('pins:read', ['publish', 'look up', 'read figures'], 'GET /v5/boards/{board}/pins', ACCOUNT),
    use('pins:write', ['publish', 'delete'], 'POST /v5/pins', ACCOUNT),
  ],
  snapchat: [
    use(
      'snapchat-profile-api',
      ['connect', 'publish', 'read figures'],
      'GET /v1/public_profiles/my_profile',
      ACCOUNT,
    ),
  ],
  // developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login has no call that deletes.
  'instagram-login': [
    use('instagram_business_basic', ['connect', 'look up'], 'GET /{instagram account}/media', ACCOUNT),
    use(
      'instagram_business_content_publish',
      ['publish'],
      'POST /{instagram account}/media_publish',
      ACCOUNT,
    ),
    use(
      'instagram_business_manage_comments',
      ['read comments', 'answer comments'],
      'GET /{instagram media}/comments',
    ),
    use('instagram_business_manage_insights', ['read figures'], 'GET /{instagram media}/insights'),
  ],
  // business-api.tiktok.com/portal/docs, Accounts API.
  'tiktok-business': [
    use('user.info.basic', ['connect'], 'GET /business/get/', ACCOUNT),
    use('user.info.username', ['connect'], 'GET /business/get/?fields=username', ACCOUNT),
    use('comment.list', ['read comments'], 'GET /business/comment/list/', ACCOUNT),
    use('comment.list.manage', ['answer comments', 'hide comments'], 'POST /business/comment/reply/create/'),
    use('video.list', ['read figures'], 'GET /business/video/list/'),
  ],
};

/** The scopes without which this kind of account cannot be connected. */
export const scopesNeeded = (app: AppName, kind: string): readonly string[] =>
  PLATFORM_SCOPES[app].filter(({ neededBy }) => neededBy.includes(kind)).map(({ scope }) => scope);

const kindsOf = (app: AppName): readonly string[] => [
  ...new Set(PLATFORM_SCOPES[app].flatMap(({ neededBy }) => neededBy)),
];

/** RFC 6749 section 3.3, without the comma, which some platforms use as the separator. */
const SCOPE = /^[!#-+\--[\]-~]+$/u;

/**
 * Reads `{PREFIX}_SCOPES`: the scopes that a consent requests instead, separated by spaces or commas. A platform refuses the whole consent
 * when it did not grant one of the scopes to the app. At least one kind of account must be possible with them.
 */
export function readScopes(read: Variables, app: AppName, variable: string): readonly string[] {
  const written = read.optionalText(variable);
  if (written === null) return PLATFORM_SCOPES[app].map(({ scope }) => scope);
  const scopes = [...new Set(written.split(/[\s,]+/u).filter(Boolean))];
  const strange = scopes.filter((scope) => !SCOPE.test(scope));
  if (strange.length > 0)
    read.refuse(variable, `has ${strange.join(' ')}: write names of permissions with spaces between them`);
  const missing = kindsOf(app).map((kind) => scopesNeeded(app, kind).filter((one) => !scopes.includes(one)));
  const [least = []] = missing.sort((a, b) => a.length - b.length);
  if (least.length > 0)
    read.refuse(variable, `leaves out ${least.join(', ')}, without which no account can be connected`);
  return scopes;
}
