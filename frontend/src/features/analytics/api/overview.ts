import {
  analyticsOverview,
  exportAnalytics,
  type OverviewQuery,
} from '@posthorn/contracts/analytics/analytics.http';
import type { ExportKind } from '@posthorn/contracts/analytics/analytics-words';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The overview for a period and filter. The previous overview stays visible until the new one arrives. */
export const overviewQuery = ({ from, to, age, platform, accountId }: OverviewQuery) => {
  const query = {
    from,
    to,
    age,
    ...(platform && { platform }),
    ...(accountId !== undefined && { accountId: String(accountId) }),
  };
  return queryOptions({
    queryKey: [analyticsOverview.path, query],
    queryFn: ({ signal }) => send(analyticsOverview, undefined, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Returns the URL of an export file. */
export const exportUrl = ({ from, to }: Pick<OverviewQuery, 'from' | 'to'>, kind: ExportKind): string =>
  `${exportAnalytics.path}?${new URLSearchParams({ from, to, kind }).toString()}`;
