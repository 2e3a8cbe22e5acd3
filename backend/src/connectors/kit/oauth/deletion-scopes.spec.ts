import { expect, it } from '@jest/globals';
import { Clock } from '#infrastructure/clock.ts';
import { PLATFORM_SCOPES } from '#infrastructure/config/platform-scopes.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { allConnectors } from '../../all-connectors.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { LinkCards } from '../link-cards/link-cards.ts';
import { PlatformHttp } from '../platform-http.ts';

const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
const safeHttp = new SafeHttp();
const http = new PlatformHttp(safeHttp, new Breaker());
const cards = new LinkCards(safeHttp);
const connectors = allConnectors({
  http,
  clock: new Clock(),
  configuration: testConfiguration(),
  media,
  cards,
});

it('lists each permission that only deletions need as the deletionScope of a platform', () => {
  const onlyForDeletions = Object.values(PLATFORM_SCOPES)
    .flat()
    .filter(({ features, neededBy }) => features.includes('delete') && neededBy.length === 0);
  const deletionScopes = connectors.flatMap(({ descriptor }) => descriptor.deletionScope ?? []);
  expect(deletionScopes.sort()).toEqual(onlyForDeletions.map(({ scope }) => scope).sort());
});
