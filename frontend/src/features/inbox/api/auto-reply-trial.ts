import { dryRunAutoReply } from '@posthorn/contracts/inbox/ai.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** What automatic replies would do under a post now; worked out anew each time. */
export const autoReplyTrialQuery = (postId: number) =>
  queryOptions({
    queryKey: [dryRunAutoReply.path, postId],
    queryFn: ({ signal }) => send(dryRunAutoReply, undefined, { params: { id: postId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
