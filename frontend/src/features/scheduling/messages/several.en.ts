import type { ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';

const posts = (count: number): string => (count === 1 ? '1 post' : `${String(count)} posts`);

/** Texts for a change of several posts, which load with it. */
export const SEVERAL_TEXT = {
  label: 'Selected posts',
  count: (count: number) => `${String(count)} selected`,
  spoken: (count: number) => `${posts(count)} selected. Press Escape to end the selection.`,
  ended: 'Selection ended.',
  most: (max: number) => `At most ${String(max)} posts at once`,
  mostHint: 'Change these first, then select the others.',
  end: 'End the selection',
  move: (count: number) => `Move ${String(count)}`,
  delete: (count: number) => `Delete ${String(count)}`,
  retry: (count: number) => `Retry ${String(count)} failed`,
  moveTitle: (count: number) => `Move ${posts(count)}`,
  moveHint: 'Days keep the local time, even when clocks change. Hours are added exactly.',
  staying: (count: number) => `${posts(count)} already published or being published will stay.`,
  by: 'Move by',
  byNotValid: 'Please enter a whole number, at most ten years.',
  unit: 'Unit',
  units: { days: 'days', hours: 'hours' },
  direction: 'Direction',
  directions: { later: 'later', earlier: 'earlier' },
  cancel: 'Cancel',
  deleteAsk: (count: number) => `Delete ${posts(count)}?`,
  deleteHint: (scheduled: number, others: number) =>
    [
      scheduled > 0 && `${posts(scheduled)} will not be published.`,
      others > 0 && `${posts(others)} leave the list, and stay on their platforms.`,
    ]
      .filter(Boolean)
      .join(' '),
  done: {
    move: (count: number) => `${posts(count)} moved`,
    delete: (count: number) => `${posts(count)} deleted`,
    retry: (count: number) => `Publishing ${posts(count)} again`,
  } satisfies Record<ManyPostsRequest['action'], (count: number) => string>,
  refused: {
    move: (count: number) => `${posts(count)} not moved`,
    delete: (count: number) => `${posts(count)} not deleted`,
    retry: (count: number) => `${posts(count)} not retried`,
    restore: (count: number) => `${posts(count)} not restored`,
  } satisfies Record<ManyPostsRequest['action'] | 'restore', (count: number) => string>,
  refusedHint: 'They are still selected.',
  notMovedBack: 'They were not moved back.',
  notRestored: 'They stay deleted.',
  ok: 'OK',
} as const;
