import { OPTION_SENTENCES as OPTIONS_OF_SERVER } from '@posthorn/contracts/integrations/option-sentences';
import { PRECHECK_SENTENCES as PROBLEMS_OF_SERVER } from '@posthorn/contracts/integrations/precheck-problem';
import { CHECK_SENTENCES as CHECKS_OF_SERVER } from '@posthorn/contracts/scheduling/check-sentences';
import { expect, it } from '@jest/globals';
import { CHECK_SENTENCES } from './checks.en.ts';
import { OPTION_SENTENCES } from './options.en.ts';
import { PRECHECK_SENTENCES } from './precheck.en.ts';

it('has a text for each problem, stored check and option that the server can send', () => {
  expect(Object.keys(PRECHECK_SENTENCES).sort()).toEqual(Object.keys(PROBLEMS_OF_SERVER).sort());
  expect(Object.keys(CHECK_SENTENCES).sort()).toEqual(Object.keys(CHECKS_OF_SERVER).sort());
  expect(Object.keys(OPTION_SENTENCES).sort()).toEqual(Object.keys(OPTIONS_OF_SERVER).sort());
});
