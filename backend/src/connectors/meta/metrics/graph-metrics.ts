import type { MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { MetricsSnapshot, MetricsConnector } from '../../contract/metrics.ts';
import type { CommentDialect, OpenedAccount } from '../comments/comment-dialect.ts';
import { postState } from '../comments/comment-state.ts';
import { GraphError } from '../errors/graph-error.ts';
import { lacksPermission, PERMITTED, saysMissing } from '../errors/graph-outcomes.ts';

const READ_MS = 20_000;

/** Reads fields of one post as the account. */
export type AskGraph = (
  path: string,
  fields: Readonly<Record<string, string>>,
) => ReturnType<typeof readFields>;

type ReadPost = (ask: AskGraph, remoteId: string, credentials: JsonObject) => Promise<MetricsSnapshot>;

/** Figures on the Graph API, which returns the figures of only one post per call. */
export function graphMetrics(
  dialect: Pick<CommentDialect, 'open' | 'posts'>,
  readPost: ReadPost,
  clock: Clock,
): MetricsConnector {
  /** Null: nothing is known about the post. Deleted and invisible posts have the same error, so the list of posts decides. */
  const readOne = async (
    opened: OpenedAccount,
    remoteId: string,
    credentials: JsonObject,
    signal: AbortSignal,
  ) => {
    try {
      const ask: AskGraph = (path, fields) => readFields(opened, path, fields, signal);
      return await readPost(ask, encodeURIComponent(remoteId), credentials);
    } catch (error) {
      if (!saysMissing(error)) throw error;
      return (await postState(dialect, opened, remoteId, signal)) === 'gone' ? 'gone' : null;
    }
  };
  return {
    paceOf: () => ({ batch: 1 }),
    read: async (access, posts, signal) => {
      const snapshots = new Map<string, MetricsSnapshot | 'gone'>();
      try {
        const credentials = await access.credentials();
        for (const { remoteId } of posts) {
          const snapshot = await dialect.open(access, (opened) =>
            readOne(opened, remoteId, credentials, signal),
          );
          if (snapshot) snapshots.set(remoteId, snapshot);
        }
        return { kind: 'read', snapshots };
      } catch (error) {
        return PERMITTED.stepOutcome(error, clock.now());
      }
    },
  };
}

async function readFields(
  { graph, account }: OpenedAccount,
  path: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  const request = { signal, timeoutMs: READ_MS };
  return (await graph.send({ path, token: account.accessToken, fields, request })).body;
}

/** Why figures are missing after this error; null: the error says nothing about figures. */
export function reasonOf(error: unknown): MissingReason | null {
  if (saysMissing(error) || !(error instanceof GraphError)) return null;
  if (lacksPermission(error.code)) return 'not-permitted';
  return error.code === 100 ? 'failed' : null;
}
