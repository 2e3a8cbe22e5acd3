import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { expect, it } from '@jest/globals';
import { draftAfter } from './draft-after.ts';

const [A, B] = ['/media/a.jpg', '/media/b.jpg'];
const draft = {
  content: 'Hello',
  title: 'Title',
  hashtags: null,
  plannedFor: '2030-01-01T13:00:00.000Z',
  timezone: 'Europe/Paris',
  localTime: '2030-01-01T14:00',
  aiRepliesEnabled: true,
  selectedAccountIds: [3, 4],
  mediaFiles: [{ mediaUrl: A, altText: 'Bread' }, { mediaUrl: B }],
  targets: [
    { accountId: 3, content: 'Mine', options: { visibility: 'private' }, mediaUrls: [A, B] },
    { accountId: 4, options: { visibility: 'public' } },
  ],
} as unknown as DraftView;
const WHOLE = {
  content: 'Hello',
  title: 'Title',
  plannedFor: draft.plannedFor,
  timezone: 'Europe/Paris',
  localTime: '2030-01-01T14:00',
  aiRepliesEnabled: true,
  selectedAccountIds: [3, 4],
  mediaFiles: [{ mediaUrl: A, altText: 'Bread' }, { mediaUrl: B }],
  targets: draft.targets,
};

it('keeps everything that a change leaves out', () => {
  expect(draftAfter(draft, {})).toEqual(WHOLE);
  expect(draftAfter(draft, { content: '', title: '', hashtags: '' })).toEqual({
    ...WHOLE,
    content: '',
    title: '',
    hashtags: '',
  });
});

it('changes the own content of an account only where its entry has a value', () => {
  const { targets } = draftAfter(draft, { targets: [{ accountId: 3, content: 'Ours' }, { accountId: 5 }] });
  expect(targets).toEqual([
    { accountId: 3, content: 'Ours', options: { visibility: 'private' }, mediaUrls: [A, B] },
    draft.targets[1],
    { accountId: 5, content: '', options: {}, mediaUrls: null },
  ]);
});

it('removes the own content of accounts that are no longer selected, and removed files of accounts', () => {
  const { targets } = draftAfter(draft, { selectedAccountIds: [3], mediaFiles: [{ mediaUrl: B }] });
  expect(targets).toEqual([{ ...draft.targets[0], mediaUrls: [B] }]);
});

it.each([
  [{ plannedFor: '2030-07-01T13:00:00Z' }, '2030-07-01T13:00:00Z', '2030-07-01T15:00', 'Europe/Paris'],
  [
    { plannedFor: '2030-01-01T14:00:00+01:00' },
    '2030-01-01T14:00:00+01:00',
    '2030-01-01T14:00',
    'Europe/Paris',
  ],
  [{ timezone: 'UTC' }, draft.plannedFor, '2030-01-01T13:00', 'UTC'],
  [{ localTime: '2030-01-01T15:00' }, draft.plannedFor, '2030-01-01T15:00', 'Europe/Paris'],
  [{ plannedFor: null }, null, undefined, 'Europe/Paris'],
])('after the change %j, is planned for %s, which is %s in %s', (change, plannedFor, localTime, timezone) => {
  const { plannedFor: instant, localTime: local, timezone: zone } = draftAfter(draft, change);
  expect([instant, local, zone]).toEqual([plannedFor, localTime, timezone]);
});
