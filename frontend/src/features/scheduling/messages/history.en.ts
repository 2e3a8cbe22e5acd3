import type { TargetStatus } from '@posthorn/contracts/scheduling/posts.http';

const times = (count: number): string => (count === 1 ? '1 attempt' : `${String(count)} attempts`);

export const HISTORY_TEXT = {
  title: 'History',
  window: 'History of a post',
  back: 'Back to Posts',
  intro: 'Every recorded step. Nothing here can be changed.',
  goBack: 'Go back in time',
  now: 'Now',
  nothing: 'Nothing yet',
  after: (step: number, of: number, what: string) => `After step ${String(step)} of ${String(of)}: ${what}`,
  post: 'The post',
  then: 'The post at that time',
  failed: 'The post at that time could not be loaded.',
  due: (when: string) => `Due ${when}`,
  /** For a post with more comments than the page shows. `of`: all comments, of which the server read only the newest. */
  commentsCut: (shown: number, steps: number, read: number, of: number) =>
    read < of
      ? `Comments: the newest ${String(shown)} steps of the newest ${String(read)} of ${String(of)} comments are shown. The export has all of them.`
      : `Comments: the newest ${String(shown)} of ${String(steps)} steps are shown. The export has all of them.`,
} as const;

/** One row for each account, with the state of the post there. */
export const RECEIPT_TEXT = {
  accounts: 'Accounts',
  wholePost: 'The whole post',
  /** The time from the planned time until the publication. */
  took: (span: string) => `after ${span}`,
  attempts: times,
  steps: (count: number) => (count === 1 ? '1 step' : `${String(count)} steps`),
  stepsOf: (what: string) => `Steps: ${what}`,
  later: 'later than the chosen time',
  view: 'View post',
  viewCopy: 'View this copy',
  viewComment: 'View comment',
  viewReply: 'View reply',
  newTab: '(new tab)',
  states: {
    scheduled: 'Scheduled',
    publishing: 'Publishing',
    posted: 'Published',
    failed: 'Failed',
    unknown: 'Unconfirmed',
  } satisfies Record<TargetStatus, string>,
} as const;

export const TECHNICAL_TEXT = {
  title: 'Technical details',
  events: 'Events',
  export: 'Export',
  exportHint: 'Every event with its hash, as a file.',
  download: 'Download export',
  verify: 'checks the export without this server: one changed byte is found.',
  event: 'Event',
  eventIn: (type: string, stream: string, revision: number) =>
    `${type} in ${stream}, revision ${String(revision)}`,
  account: 'Account',
  attempt: 'Attempt',
  fingerprint: 'Fingerprint',
  remoteId: 'Id on the platform',
  cause: 'Caused by',
  causedBy: (cause: string, beginning: string) => `${cause} (began with ${beginning})`,
  data: 'Data',
} as const;
