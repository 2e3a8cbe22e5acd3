import type { Configuration } from '#infrastructure/config/configuration.ts';

export type PermalinkConfiguration = Pick<Configuration, 'platformApps' | 'sandbox'>;

/** The page on which people see a post. */
export function permalinkOf(
  { platformApps, sandbox }: PermalinkConfiguration,
  username: string,
  id: string,
): string {
  const isSandbox =
    sandbox !== null && new URL(platformApps.twitter.apiUrl).hostname.endsWith('.sandbox.test');
  return isSandbox
    ? `${sandbox.url}/twitter/${username}/status/${id}`
    : `https://x.com/${username}/status/${id}`;
}
