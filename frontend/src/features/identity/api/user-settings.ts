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

/** The settings of the server. While they load, the settings that this browser stored last. Pending if this browser has none. */
export function useUserSettings(userId: string) {
  const { data, isError, refetch } = useQuery(userSettingsQuery(userId));
  const settings = data ?? read(userId);
  return { settings, isPending: settings === undefined && !isError, refetch };
}

/**
 * Loads the settings before their cards appear. Does not wait if this browser has stored settings. Never
 * rejects, because the cards show the error.
 */
export async function loadUserSettings(queryClient: QueryClient, userId: string): Promise<void> {
  const loading = queryClient.query({ ...userSettingsQuery(userId), staleTime: 'static' }).catch(() => null);
  if (!read(userId)) await loading;
}

const keyOf = (userId: string): string => `${BRAND.hashtag}:settings:${userId}`;

/** Stores the settings in this browser. If the browser has no storage, does nothing. */
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

/** Checks the shape, because an older version of this page may have stored another shape. */
const isSettings = (value: unknown): value is UserSettings =>
  typeof value === 'object' &&
  value !== null &&
  (['hashtags', 'caption', 'postFailed', 'accountExpiring', 'newComment'] as const).every(
    (name) => typeof (value as Partial<Record<string, unknown>>)[name] === 'string',
  );
