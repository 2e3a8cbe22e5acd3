import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { Counter } from '../../state/post-counters.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { denied, notFound, notValid } from './linkedin-refusal.ts';
import type { LinkedInStore } from './linkedin-store.ts';
import { organizationsOf, personUrn, type LinkedInPeople } from './people.ts';

/** The fields of statistics of organizations, with their counters. */
const STATISTICS: Readonly<Record<string, Counter>> = {
  uniqueImpressionsCount: 'reach',
  shareCount: 'shares',
  clickCount: 'clicks',
  likeCount: 'likes',
  impressionCount: 'impressions',
  commentCount: 'comments',
};
/** The query types of analytics of members, with their counters. */
const ANALYTICS: Readonly<Record<string, Counter>> = {
  IMPRESSION: 'impressions',
  MEMBERS_REACHED: 'reach',
  RESHARE: 'shares',
  REACTION: 'likes',
  COMMENT: 'comments',
};
const PATH = {
  statistics: '/rest/organizationalEntityShareStatistics',
  analytics: '/rest/memberCreatorPostAnalytics',
};

/** Statistics of posts: those of organizations for their administrators, and those of members for the members themselves. */
export class StatisticsRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: PATH.statistics,
      run: (exchange) => {
        this.#statistics(exchange);
      },
    },
    {
      method: 'GET',
      pattern: PATH.analytics,
      run: (exchange) => {
        this.#analytics(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: LinkedInStore;
  readonly #people: LinkedInPeople;

  constructor(context: SandboxContext, store: LinkedInStore, people: LinkedInPeople) {
    this.#context = context;
    this.#store = store;
    this.#people = people;
  }

  #statistics(exchange: Exchange): void {
    const { account } = this.#people.versioned(exchange, 'rw_organization_admin', 'r_organization_admin');
    const { query } = exchange;
    const entity = query.get('organizationalEntity') ?? '';
    if (query.get('q') !== 'organizationalEntity')
      throw notValid('ILLEGAL_ARGUMENT', 'The finder is called organizationalEntity');
    if (!organizationsOf(account).some(({ urn, role }) => urn === entity && role === 'ADMINISTRATOR'))
      throw denied('organizationalEntityShareStatistics.FINDER-organizationalEntity');
    const elements = [...urnsIn(exchange, 'share'), ...urnsIn(exchange, 'ugcPost')]
      .filter(({ urn }) => this.#store.post(urn)?.author === entity)
      .map(({ kind, urn }) => ({
        [kind]: urn,
        organizationalEntity: entity,
        totalShareStatistics: this.#totals(urn),
      }))
      // LinkedIn leaves out posts whose counts are all zero.
      .filter(({ totalShareStatistics }) => Object.values(totalShareStatistics).some((count) => count !== 0));
    exchange.reply(200, { elements, paging: { start: 0, count: 10, links: [] } });
  }

  #totals(urn: string): Readonly<Record<string, number | undefined>> {
    return Object.fromEntries(
      Object.entries(STATISTICS).map(([name, counter]) => [name, this.#count(urn, counter)]),
    );
  }

  #count(urn: string, counter: Counter): number | undefined {
    const stored = counter === 'comments' ? this.#store.comments.on(urn).length : 0;
    return this.#context.counters.countOf('linkedin', urn, counter, stored);
  }

  #analytics(exchange: Exchange): void {
    const { account } = this.#people.versioned(exchange, 'r_member_postAnalytics');
    const { query } = exchange;
    const counter = ANALYTICS[query.get('queryType') ?? ''];
    const [, kind = '', urn = ''] =
      /^\((share|ugc):(urn:li:(?:share|ugcPost):\d+)\)$/.exec(query.get('entity') ?? '') ?? [];
    const isOfKind = urn.startsWith(kind === 'ugc' ? 'urn:li:ugcPost:' : 'urn:li:share:');
    if (
      query.get('q') !== 'entity' ||
      counter === undefined ||
      !isOfKind ||
      query.get('aggregation') !== 'TOTAL'
    )
      throw notValid(
        'ILLEGAL_ARGUMENT',
        'The finder is called entity and wants an entity, a queryType and TOTAL',
      );
    const post = this.#store.post(urn);
    if (!post) throw notFound();
    if (post.author !== personUrn(account)) throw denied('memberCreatorPostAnalytics.FINDER-entity');
    const count = this.#count(urn, counter);
    const element = {
      count,
      metricType: { [METRIC_TYPE]: query.get('queryType') },
      targetEntity: { [kind]: urn },
    };
    exchange.reply(200, {
      elements: count === undefined ? [] : [element],
      paging: { start: 0, count: 10, links: [] },
    });
  }
}

const METRIC_TYPE = 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1';

/** Parses `shares=List(urn%3Ali%3Ashare%3A1)`. @throws Refusal 400 for a URN of another type */
function urnsIn(
  { query }: Exchange,
  kind: 'share' | 'ugcPost',
): readonly Readonly<{ kind: string; urn: string }>[] {
  const parameter = query.get(`${kind}s`);
  if (parameter === null) return [];
  const [, list] = /^List\((.+)\)$/.exec(parameter) ?? [];
  const urns = (list ?? '').split(',');
  if (!urns.every((urn) => urn.startsWith(`urn:li:${kind}:`)))
    throw notValid('ILLEGAL_ARGUMENT', `${kind}s must be a List of URNs of that kind`);
  return urns.map((urn) => ({ kind, urn }));
}
