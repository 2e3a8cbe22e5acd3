/** Texts about time. */
export const TIME_TEXT = {
  now: 'now',
  minutes: (n: number) => `${String(n)} min`,
  hours: (n: number) => `${String(n)} h`,
  ahead: (wait: string) => `in ${wait}`,
  ago: (wait: string) => `${wait} ago`,
} as const;
