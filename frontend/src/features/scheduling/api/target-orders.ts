import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import {
  checkTarget,
  confirmTarget,
  deleteRemote,
  retryTarget,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { codeOf, send } from '#lib/api-client.ts';
import { useDeclaredMutation, type Failure } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';
import { POSTS_TEXT } from '../messages/posts.en.ts';
import { SAME_TROUBLE_TEXT } from '../messages/targets.en.ts';

const FAILED: Failure = { title: POSTS_TEXT.error, again: POSTS_TEXT.failed };

/** What a user can do about one account of a post. */
export type TargetOrder =
  | Readonly<{ order: 'check' }>
  | Readonly<{ order: 'retry'; atOwnRisk?: boolean }>
  | Readonly<{ order: 'confirm'; permalink?: string }>;

type Target = Readonly<{ id: number; accountId: number }>;

/** @param successToast also runs after the component is unmounted, because the target no longer shows a problem */
export const useTargetOrder = (
  target: Target,
  successToast: (post: PostView, order: TargetOrder) => ToastMessage,
) =>
  useDeclaredMutation({
    send: (order: TargetOrder) => sendOrder(target, order),
    onDone: (cache, post) => {
      notePost(cache, target.id, post);
      void cache.invalidateQueries(postCountsQuery);
    },
    onRefused: (cache, error) => {
      // The screen shows an outdated account.
      if (codeOf(error) === 'scheduling.account-not-connected')
        void cache.invalidateQueries({ queryKey: [listAccounts.path] });
    },
    successToast,
    failure: FAILED,
  });

type SameOrders = Readonly<{ order: 'retry' | 'check'; accountIds: readonly number[] }>;

/**
 * Sends the same order for several accounts of one post, one after the other, so that the last response contains all changes.
 * Fails only when the server refuses the order for every account.
 */
export const useTargetOrders = (id: number, all: number) =>
  useDeclaredMutation({
    send: async ({ order, accountIds }: SameOrders) => {
      const posts: PostView[] = [];
      const refused: unknown[] = [];
      for (const accountId of accountIds) {
        try {
          posts.push(await sendOrder({ id, accountId }, { order }));
        } catch (error) {
          refused.push(error);
        }
      }
      const post = posts.at(-1);
      if (!post) throw refused[0];
      return { post, done: posts.length };
    },
    onDone: (cache, { post }) => {
      notePost(cache, id, post);
      void cache.invalidateQueries(postCountsQuery);
    },
    successToast: ({ done }, { order }) => ({
      title: SAME_TROUBLE_TEXT.done[order],
      description: done < all ? SAME_TROUBLE_TEXT.onSome(done, all) : SAME_TROUBLE_TEXT.on(done),
    }),
    failure: FAILED,
  });

function sendOrder(params: Target, order: TargetOrder): Promise<PostView> {
  switch (order.order) {
    case 'retry':
      return send(retryTarget, order.atOwnRisk ? { atOwnRisk: true } : {}, { params });
    case 'check':
      return send(checkTarget, undefined, { params });
    case 'confirm':
      return send(confirmTarget, order.permalink ? { permalink: order.permalink } : {}, { params });
  }
}

type Deletion = Readonly<{
  /** False for an archived post, which no list shows afterwards. */
  isListed?: boolean;
  /** Null: the caller shows the refusals itself. */
  failure?: Failure | null;
}>;

/** Requests the deletion of the published post, or of one copy, on its platform. The list of posts shows the outcome. */
export const useDeleteRemote = (id: number, { isListed = true, failure = FAILED }: Deletion = {}) =>
  useDeclaredMutation({
    send: ({ accountId, remoteId }: Readonly<{ accountId: number; remoteId?: string }>) =>
      send(deleteRemote, undefined, {
        params: { id, accountId },
        ...(remoteId !== undefined && { query: { remoteId } }),
      }),
    onDone: (cache, post) => {
      if (isListed) notePost(cache, id, post);
    },
    onRefused: (cache) => refreshPosts(cache, [id]),
    ...(failure && { failure }),
  });
