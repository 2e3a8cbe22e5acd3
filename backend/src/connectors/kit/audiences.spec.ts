import { AUDIENCE_OPTIONS, PUBLIC_AUDIENCES } from '@posthorn/contracts/integrations/audience';
import { expect, it } from '@jest/globals';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { Clock } from '#infrastructure/clock.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { allConnectors } from '../all-connectors.ts';
import { LinkCards } from './link-cards/link-cards.ts';
import { PlatformHttp } from './platform-http.ts';

const safeHttp = new SafeHttp();
const connectors = allConnectors({
  http: new PlatformHttp(safeHttp, new Breaker()),
  clock: new Clock(),
  configuration: testConfiguration({ SANDBOX: 'off' }),
  media: { create: () => Promise.reject(new Error('This spec creates no media URL.')) },
  cards: new LinkCards(safeHttp),
});

it('knows for each platform with an option for who can see a post which choices are public', () => {
  const offered = connectors.flatMap(({ platform, descriptor: { options } }) =>
    options.flatMap((field) =>
      AUDIENCE_OPTIONS.some((name) => name === field.name) && field.kind === 'choice'
        ? [[platform, field.choices.map(({ value }) => value)] as const]
        : [],
    ),
  );
  expect(offered.map(([platform]) => platform).sort()).toEqual(Object.keys(PUBLIC_AUDIENCES).sort());
  for (const [platform, choices] of offered)
    expect(choices).toEqual(expect.arrayContaining([...(PUBLIC_AUDIENCES[platform] ?? ['missing'])]));
});
