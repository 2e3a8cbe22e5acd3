/** What a Page cannot be published on without. */
export const PAGE_SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'] as const;
/** The same for the Instagram accounts behind Pages. */
export const INSTAGRAM_SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'instagram_basic',
  'instagram_content_publish',
] as const;

/** docs/permissions: beside those, Pages of Business portfolios, comments and figures of both, and deleting on Instagram. */
export const ASKED_SCOPES = [
  ...PAGE_SCOPES,
  'business_management',
  'pages_manage_engagement',
  'pages_read_user_content',
  'read_insights',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
] as const;
