import { BRAND } from '@posthorn/contracts/shared/brand';
import { getUserSettings, type UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const userSettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: [getUserSettings.path, userId],
    queryFn: async ({ signal }) =>
      keepUserSettings(userId, await send(getUserSettings, undefined, { signal })),
  });

/** The server's settings. Until they are loaded, the last ones that this browser knows. Pending when it knows none. */
export function useUserSettings(userId: string) {
  const { data, isError, refetch } = useQuery(userSettingsQuery(userId));
  const settings = data ?? read(userId);
  return { settings, isPending: settings === undefined && !isError, refetch };
}

/** For cards that appear as a whole. Never rejects: they show the error and offer a retry. Does not wait when this browser knows the settings. */
export async function loadUserSettings(queryClient: QueryClient, userId: string): Promise<void> {
  const loading = queryClient.query({ ...userSettingsQuery(userId), staleTime: 'static' }).catch(() => null);
  if (!read(userId)) await loading;
}

const keyOf = (userId: string): string => `${BRAND.hashtag}:settings:${userId}`;

/** Without storage the settings are only not remembered. */
export function keepUserSettings(userId: string, settings: UserSettings): UserSettings {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(settings));
  } catch {
    return settings;
  }
  return settings;
}

function read(userId: string): UserSettings | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return isSettings(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An older version of this page may have stored another shape. */
const isSettings = (value: unknown): value is UserSettings =>
  typeof value === 'object' &&
  value !== null &&
  (['hashtags', 'caption', 'postFailed', 'accountExpiring', 'newComment'] as const).every(
    (name) => typeof (value as Partial<Record<string, unknown>>)[name] === 'string',
  );
