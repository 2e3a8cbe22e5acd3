import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';

export type LinkedInConfiguration = Pick<Configuration, 'platformApps' | 'sandbox'>;

/** The page on which people read a post. */
export function postPage({ platformApps, sandbox }: LinkedInConfiguration, urn: string): string {
  const isSimulated = sandbox !== null && isSandboxHost(new URL(platformApps.linkedin.apiUrl).hostname);
  const site = isSimulated ? `${sandbox.url}/linkedin` : 'https://www.linkedin.com';
  return `${site}/feed/update/${urn}/`;
}

/** The page of a post with one comment on top. */
export function commentPage(
  configuration: LinkedInConfiguration,
  postUrn: string,
  commentUrn: string,
): string {
  const page = new URL(postPage(configuration, postUrn));
  page.searchParams.set('commentUrn', commentUrn);
  return page.href;
}
