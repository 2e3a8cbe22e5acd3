import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import { portraitOf } from '../../pages/portraits.ts';
import { denied, notFound, notValid } from './linkedin-refusal.ts';
import { organizationsOf, personId, personName, personUrn, type LinkedInPeople } from './people.ts';

const ADMIN = ['rw_organization_admin', 'r_organization_admin'];

/** The member, and the organizations in which the member has a role. */
export class PeopleRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/v2/userinfo',
      run: (exchange) => {
        const { account, scopes } = this.#people.authenticate(exchange, 'openid');
        const { full, first, last } = personName(account);
        const names = { name: full, given_name: first, family_name: last };
        const profile = { ...names, picture: portraitOf(account) };
        exchange.reply(200, { sub: personId(account), ...(scopes.includes('profile') && profile) });
      },
    },
    {
      method: 'GET',
      pattern: '/v2/me',
      run: (exchange) => {
        const { account } = this.#people.authenticate(exchange, 'r_basicprofile', 'r_liteprofile');
        const { first, last } = personName(account);
        exchange.reply(200, {
          id: personId(account),
          localizedFirstName: first,
          localizedLastName: last,
          vanityName: account,
        });
      },
    },
    {
      method: 'GET',
      pattern: '/rest/organizationAcls',
      run: (exchange) => {
        this.#roles(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/rest/organizations/:id',
      run: (exchange, params) => {
        this.#organization(exchange, params);
      },
    },
  ];

  readonly #people: LinkedInPeople;

  constructor(people: LinkedInPeople) {
    this.#people = people;
  }

  #roles(exchange: Exchange): void {
    const { account } = this.#people.versioned(exchange, ...ADMIN);
    const { query } = exchange;
    if (query.get('q') !== 'roleAssignee') throw notValid('ILLEGAL_ARGUMENT', 'q must be roleAssignee');
    const start = Number(query.get('start') ?? 0);
    const count = Number(query.get('count') ?? 10);
    const all = organizationsOf(account).filter(({ role }) => (query.get('role') ?? role) === role);
    const elements = all.slice(start, start + count).map(({ urn, role }) => ({
      organization: urn,
      role,
      roleAssignee: personUrn(account),
      state: 'APPROVED',
    }));
    exchange.reply(200, { elements, paging: { start, count, total: all.length, links: [] } });
  }

  #organization(exchange: Exchange, { id }: Params): void {
    const { account } = this.#people.versioned(exchange, ...ADMIN);
    const found = organizationsOf(account).find((organization) => organization.id === id);
    if (!found) throw notFound();
    if (found.role !== 'ADMINISTRATOR' && found.role !== 'CONTENT_ADMINISTRATOR')
      throw denied('organizations.GET');
    const { name, vanityName } = found;
    exchange.reply(200, { id: Number(id), localizedName: name, vanityName, $URN: found.urn });
  }
}
