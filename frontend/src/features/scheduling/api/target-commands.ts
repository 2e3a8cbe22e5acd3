import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import {
  checkTarget,
  confirmTarget,
  deleteRemote,
  retryTarget,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { codeOf, messageOf, send } from '#lib/api-client.ts';
import { useDeclaredMutation, type Failure } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';
import { POSTS_TEXT } from '../messages/posts.en.ts';
import { SAME_TROUBLE_TEXT } from '../messages/targets.en.ts';

const FAILED: Failure = { title: POSTS_TEXT.error, again: POSTS_TEXT.failed };

/** What a user can do about one account of a post. */
export type TargetCommand =
  | Readonly<{ do: 'check' }>
  | Readonly<{ do: 'retry'; atOwnRisk?: boolean }>
  | Readonly<{ do: 'confirm'; permalink?: string }>;

type Target = Readonly<{ id: number; accountId: number }>;

/** @param successToast also runs after the component is unmounted, because the target no longer shows a problem */
export const useTargetCommand = (
  target: Target,
  successToast: (post: PostView, command: TargetCommand) => ToastMessage,
) =>
  useDeclaredMutation({
    send: (command: TargetCommand) => sendTargetCommand(target, command),
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

type CommandForTargets = Readonly<{ do: 'retry' | 'check'; accountIds: readonly number[] }>;

/** Sends the same command for several accounts of one post, one after the other, so that the last response contains all changes. */
export const useCommandForTargets = (id: number, all: number) =>
  useDeclaredMutation({
    send: async ({ do: what, accountIds }: CommandForTargets) => {
      const posts: PostView[] = [];
      const reasons = new Set<string>();
      for (const accountId of accountIds) {
        try {
          posts.push(await sendTargetCommand({ id, accountId }, { do: what }));
        } catch (error) {
          reasons.add(messageOf(error, POSTS_TEXT.failed));
        }
      }
      return { post: posts.at(-1), done: posts.length, why: [...reasons].join(' ') };
    },
    onDone: (cache, { post }) => {
      if (post) notePost(cache, id, post);
      void cache.invalidateQueries(postCountsQuery);
    },
    successToast: ({ done, why }, { do: what }) => {
      if (done === 0) return { title: POSTS_TEXT.error, description: why, variant: 'destructive' };
      const where = done < all ? SAME_TROUBLE_TEXT.onSome(done, all) : SAME_TROUBLE_TEXT.on(done);
      return { title: SAME_TROUBLE_TEXT.done[what], description: [where, why].filter(Boolean).join(' ') };
    },
    failure: FAILED,
  });

function sendTargetCommand(params: Target, command: TargetCommand): Promise<PostView> {
  switch (command.do) {
    case 'retry':
      return send(retryTarget, command.atOwnRisk ? { atOwnRisk: true } : {}, { params });
    case 'check':
      return send(checkTarget, undefined, { params });
    case 'confirm':
      return send(confirmTarget, command.permalink ? { permalink: command.permalink } : {}, { params });
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
    onRefused: (cache) => {
      void refreshPosts(cache, [id]);
    },
    ...(failure && { failure }),
  });
