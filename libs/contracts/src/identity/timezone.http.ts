import type { Call } from '../shared/call.ts';

export const TIMEZONE_TEXT = {
  notValid: 'Please choose a time zone from the list.',
  updated: 'Timezone Updated',
  failed: 'Failed to update timezone. Please try again.',
} as const;

export type TimezoneView = Readonly<{ timezone: string }>;
export type DetectTimezoneRequest = Readonly<{ timezone: string; userId?: string }>;

export const getTimezone: Call<void, TimezoneView> = { method: 'GET', path: '/api/user/timezone' };
export const setTimezone: Call<TimezoneView, TimezoneView> = { method: 'PUT', path: '/api/user/timezone' };
export const detectTimezone: Call<DetectTimezoneRequest, TimezoneView> = {
  method: 'POST',
  path: '/api/detect-timezone',
};
