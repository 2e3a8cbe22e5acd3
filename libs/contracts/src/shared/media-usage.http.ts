import type { Call } from './call.ts';

/** Bytes that a user may store. In a file separate from `media.http.ts`, because the first load and Settings do not need its sentences. */
export const MEDIA_QUOTA = { free: 2 * 1024 ** 3, premium: 20 * 1024 ** 3 } as const;

/** How much a user has stored, and the limits. */
export type MediaUsageView = Readonly<{ bytes: number; bytesMax: number; files: number; filesMax: number }>;
export const mediaUsage: Call<void, MediaUsageView> = { method: 'GET', path: '/api/media/usage' };
