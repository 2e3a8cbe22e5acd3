import type { Call } from '../shared/call.ts';

export const TIMEZONE_TEXT = {
  notValid: 'Please choose a time zone from the list.',
  updated: 'Timezone Updated',
  failed: 'Failed to update timezone. Please try again.',
} as const;

/** The zones of the product specification, as IANA names, shown before all others. */
export const FAVOURITE_ZONES = [
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Toronto',
  'America/Vancouver',
  'America/Mexico_City',
  'Europe/Paris',
  'Europe/Berlin',
  'Europe/Rome',
  'Europe/Madrid',
  'Europe/Amsterdam',
  'Europe/Stockholm',
  'Europe/Helsinki',
  'Europe/Athens',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Singapore',
  'Asia/Bangkok',
  'Asia/Kolkata',
  'Asia/Dubai',
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Perth',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'America/Sao_Paulo',
  'America/Argentina/Buenos_Aires',
  'America/Santiago',
  'America/Lima',
  'America/Bogota',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'Africa/Lagos',
  'Africa/Casablanca',
] as const;

export type TimezoneView = Readonly<{ timezone: string }>;
export type DetectTimezoneRequest = Readonly<{ timezone: string; userId?: string }>;

export const getTimezone: Call<void, TimezoneView> = { method: 'GET', path: '/api/user/timezone' };
export const setTimezone: Call<TimezoneView, TimezoneView> = { method: 'PUT', path: '/api/user/timezone' };
export const detectTimezone: Call<DetectTimezoneRequest, TimezoneView> = {
  method: 'POST',
  path: '/api/detect-timezone',
};
