import { dryRunAutoReply } from '@posthorn/contracts/inbox/ai.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Loads what automatic replies would do for a post now. The result is never cached. */
export const autoReplyTrialQuery = (postId: number) =>
  queryOptions({
    queryKey: [dryRunAutoReply.path, postId],
    queryFn: ({ signal }) => send(dryRunAutoReply, undefined, { params: { id: postId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
