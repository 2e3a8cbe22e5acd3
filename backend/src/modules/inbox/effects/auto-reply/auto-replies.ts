import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import { TIMES } from '../times.ts';
import { WriteAutoReply } from './write-auto-reply.ts';
import { AUTO_REPLIES_VIEW } from '../../read-models/auto-reply/auto-reply-table.projection.ts';

/** Writes automatic replies when they are due. This is leased work, because a request to the model may be repeated. An effect sends them. */
export const AutoReplies = defineLeasedWork({
  name: 'auto-reply',
  loop: 'inbox.auto-replies',
  logger: 'inbox',
  needs: { write: WriteAutoReply, times: TIMES },
  rows: {
    table: AUTO_REPLIES_VIEW,
    columns: { commentId: 'bigint', accountId: 'bigint', postId: 'bigint' },
    key: ['commentId'],
    lease: ({ times }) => times.lease,
    // One model writes all replies, so the platform is `''`.
    platform: `''`,
    paused: ON_HOLD,
  },
  // The number of parallel requests to the model.
  slots: 4,
  // Automatic replies need not be punctual.
  times: ({ times }) => ({ ...times, tick: 4 * times.tick }),
  run: (row, { write }) => write.run(row),
});
