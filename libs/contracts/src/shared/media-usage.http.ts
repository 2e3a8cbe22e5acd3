import type { Call } from './call.ts';

/** Bytes that a user may have stored; apart from `media.http.ts`, whose words the first load and Settings do without. */
export const MEDIA_QUOTA = { free: 2 * 1024 ** 3, premium: 20 * 1024 ** 3 } as const;

/** What a user has stored, and how much that may be. */
export type MediaUsageView = Readonly<{ bytes: number; bytesMax: number; files: number; filesMax: number }>;
export const mediaUsage: Call<void, MediaUsageView> = { method: 'GET', path: '/api/media/usage' };
